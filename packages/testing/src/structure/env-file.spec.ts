import { execFileSync } from 'node:child_process';
import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { composeText, composeVariables } from './compose-file.js';
import { inFolder, makeEnv, readEnv } from './env-file.js';
import { ROOT, textOf } from './repository-files.js';

describe('the secrets of `make up`', () => {
  it('are made for every setting that compose demands, differ, and are readable by their owner alone', () => {
    inFolder((folder) => {
      const path = join(folder, '.env');
      makeEnv(path);
      const made = readEnv(path);
      expect(new Set(Object.keys(made))).toEqual(composeVariables(composeText()).demanded);
      expect(new Set(Object.values(made)).size).toBe(Object.keys(made).length);
      expect(Math.min(...Object.values(made).map((value) => value.length))).toBeGreaterThanOrEqual(44);
      expect(statSync(path).mode & 0o777).toBe(0o600);
    });
  });

  it('stay as they are when it runs again, and only what is missing is added', () => {
    inFolder((folder) => {
      const path = join(folder, '.env');
      writeFileSync(path, 'PRECIS_LINK_SECRET=kept\nPRECIS_SMTP_URL=smtp://mine');
      makeEnv(path);
      const first = readEnv(path);
      expect(first).toMatchObject({
        PRECIS_LINK_SECRET: 'kept',
        PRECIS_SMTP_URL: 'smtp://mine',
        PRECIS_API_KEY_PEPPER: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
      appendFileSync(path, '# a note\n');
      const before = readFileSync(path, 'utf8');
      makeEnv(path);
      expect(readFileSync(path, 'utf8')).toBe(before);
    });
  });

  it('are demanded wherever compose uses a variable without a default', () => {
    const { demanded, bare } = composeVariables(composeText());
    expect([...bare].filter((name) => !demanded.has(name))).toEqual([]);
  });

  it('reach neither git nor an image', () => {
    expect(execFileSync('git', ['check-ignore', '--no-index', '.env'], { cwd: ROOT, encoding: 'utf8' }).trim()).toBe(
      '.env',
    );
    const lines = textOf('.dockerignore')
      .split('\n')
      .filter((line) => line && !line.startsWith('#'));
    expect(lines[0]).toBe('*');
    expect(lines).toContain('**/.env*');
    expect(lines.filter((line) => line.startsWith('!')).some((line) => line.includes('env'))).toBe(false);
  });
});
