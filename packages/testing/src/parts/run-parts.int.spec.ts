import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresServer } from '../postgres.js';
import { ROOT } from '../structure/repository-files.js';
import type { Part } from './part.js';

/** Real runs on a machine without Redis, Java, Maven, apt and docker: the PATH has only a few programs, and the cache is empty. */
describe('make test without some backends', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'precis-parts-'));
    mkdirSync(join(folder, 'bin'));
    for (const program of ['bash', 'sh', 'env', 'git', 'touch', 'echo']) {
      const found = ['/usr/bin', '/bin', '/usr/local/bin'].map((place) => join(place, program)).find(existsSync);
      symlinkSync(realpathSync(found!), join(folder, 'bin', program));
    }
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function runParts(parts: Pick<Part, 'files' | 'command'>[], settings: Record<string, string> = {}) {
    const list = parts.map((part, index) => ({ name: `part-${index}`, run: 'test', what: 'a small one', ...part }));
    writeFileSync(join(folder, 'parts.json'), JSON.stringify(list));
    const env = {
      HOME: folder,
      PATH: join(folder, 'bin'),
      PARTS: join(folder, 'parts.json'),
      TEST_POSTGRES_URL: postgresServer(),
      ...settings,
    };
    const program = ['packages/testing/dist/parts/run-parts.main.js', 'test'];
    const { status, stdout, stderr } = spawnSync(process.execPath, program, { cwd: ROOT, env, encoding: 'utf8' });
    return { status, said: stdout + stderr, printed: stdout };
  }

  it('runs what needs none of them, leaves out the rest by name, says so at the start and last, and passes', () => {
    const { status, said, printed } = runParts([
      { files: ['gateway/src/throttle/'] },
      { files: ['kafka-poison\\.int\\.spec'] },
    ]);
    expect(said).toMatch(/redis +MISSING: .*\n +To get it: .*apt-get install redis-server/);
    expect(said).toMatch(/kafka +MISSING: .*java/);
    expect(said).toMatch(/PASS .*services\/gateway\/dist\/throttle\//);
    expect(said).not.toMatch(/(PASS|FAIL) .*(throttle-script|redis-throttle|kafka-poison)/);
    const last = printed.slice(printed.indexOf('Seconds of each part'));
    expect(last).toMatch(/NOT SHOWN: without redis, kafka \d+ test files did not run:/);
    for (const name of [
      'services/gateway/src/throttle/throttle-script.int.spec.ts',
      'packages/events/src/kafka/kafka-poison.int.spec.ts',
    ])
      expect(last).toContain(`  ${name}\n`);
    expect(last.trim()).toMatch(/NOT SHOWN\.\n\d+ passed, 0 failed$/);
    expect(status).toBe(0);
  }, 120_000);

  it('fails under REQUIRE_BACKENDS=1 before any part, and says what is missing and how to get it', () => {
    const { status, said } = runParts([{ command: `touch ${folder}/ran` }], { REQUIRE_BACKENDS: '1' });
    expect(status).toBe(1);
    expect(said).toMatch(/redis +MISSING: .*\n +To get it: /);
    expect(said).toContain('REQUIRE_BACKENDS=1, and redis, kafka missing: no test was run.');
    expect(existsSync(join(folder, 'ran'))).toBe(false);
  }, 60_000);

  it('treats a named backend that does not answer as missing, and shows no password', () => {
    const { status, said } = runParts([{ command: 'true' }], {
      REQUIRE_BACKENDS: '1',
      TEST_POSTGRES_URL: 'postgres://someone:secret-word@127.0.0.1:1/postgres',
    });
    expect(said).toMatch(/postgres +MISSING: TEST_POSTGRES_URL names one that cannot be used: .*ECONNREFUSED/);
    expect(said).not.toContain('secret-word');
    expect(status).toBe(1);
  }, 60_000);

  it('continues after a failed command, fails at the end, and names the part last', () => {
    const { status, said } = runParts([{ command: 'exit 3' }, { command: 'echo went on' }]);
    expect(said).toContain('went on');
    expect(said.trim()).toMatch(/FAILED:\n {2}part part-0: its command ended with 3\n0 passed, 1 failed$/);
    expect(status).toBe(1);
  }, 60_000);

  it('fails for a test that stands as proof in docs/SECURITY.md and did not pass, and names it last', () => {
    const head = '| id | required behaviour here | state | test |\n|---|---|---|---|\n| 1 | x | test | |\n';
    const proof = (title: string) => `| | | | \`packages/runtime/src/backoff.spec.ts\` > ${title} |\n`;
    const PROOFS = join(folder, 'proofs.md');
    const parts = [{ files: ['runtime/src/backoff\\.spec'] }];
    writeFileSync(PROOFS, head + proof('grows by the factor up to the cap') + proof('grows for ever'));
    const { status, said } = runParts(parts, { PROOFS });
    expect(said).toMatch(/PASS .*packages\/runtime\/dist\/backoff.spec.js/);
    const last = said.slice(said.lastIndexOf('FAILED:\n')).trim().split('\n');
    expect(last[1]).toMatch(/backoff\.spec\.ts > grows for ever, which did not pass/);
    expect(last[2]).toMatch(/passed, 1 failed/);
    expect(status).toBe(1);
    writeFileSync(PROOFS, head + proof('grows by the factor up to the cap'));
    expect(runParts(parts, { PROOFS }).status).toBe(0);
  }, 120_000);
});
