import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { repositoryFiles, ROOT } from './repository-files.js';

const PROMTOOL = process.env.PROMTOOL ?? 'promtool';
const SCRIPT = join(ROOT, 'charts/precis/alerts/check-alerts.sh');
const LIMIT_MS = 600_000;

describe('the tests of the alerts', () => {
  it('report that nothing was checked where promtool is missing', () => {
    const { status, stderr } = spawnSync(SCRIPT, { env: { PATH: '/usr/bin:/bin', PROMTOOL: '/nowhere/promtool' } });
    expect(status).not.toBe(0);
    expect(stderr.toString()).not.toBe('');
    expect(repositoryFiles(/^charts\/precis\/alerts\/tests\/.*\.yaml$/).length).toBeGreaterThan(5);
  });

  // Needs only the program, not a server: apt package `prometheus`.
  if (spawnSync(PROMTOOL, ['--version']).status === 0) {
    it(
      'pass: each alert fires and stays silent as specified',
      () => void execFileSync(SCRIPT, { env: { ...process.env, PROMTOOL }, stdio: 'pipe' }),
      LIMIT_MS,
    );
  }
});
