import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresServer } from '../postgres.js';
import { ROOT } from '../structure/repository-files.js';

/** Real runs on a machine without Redis, Java, Maven, apt and docker: the PATH has but a few programs, and the cache is empty. */
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

  function runParts(commands: string[], settings: Record<string, string> = {}) {
    const parts = commands.map((command, index) => ({
      name: `part-${index}`,
      run: 'test',
      what: 'a small one',
      command,
    }));
    writeFileSync(join(folder, 'parts.json'), JSON.stringify(parts));
    const env = {
      HOME: folder,
      PATH: join(folder, 'bin'),
      PARTS: join(folder, 'parts.json'),
      TEST_POSTGRES_URL: postgresServer(),
      ...settings,
    };
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['packages/testing/dist/parts/run-parts.main.js', 'test'],
      { cwd: ROOT, env, encoding: 'utf8' },
    );
    return { status, said: stdout + stderr };
  }
  const jest = (pattern: string) => `${process.execPath} node_modules/jest/bin/jest.js --testPathPatterns '${pattern}'`;

  it('runs what needs none of them, leaves out the rest by name, says so at the start and last, and passes', () => {
    const { status, said } = runParts([jest('gateway/src/throttle/'), jest('kafka-poison\\.int\\.spec')]);
    expect(said).toMatch(/redis +MISSING: .*\n +To get it: .*apt-get install redis-server/);
    expect(said).toMatch(/kafka +MISSING: .*java/);
    expect(said).toContain('PASS services/gateway/src/throttle/');
    expect(said).not.toMatch(/(PASS|FAIL) .*(throttle-script|redis-throttle|kafka-poison)/);
    const last = said.slice(said.indexOf('Seconds of each part'));
    expect(last).toMatch(/NOT SHOWN: without redis, kafka \d+ test files did not run:/);
    for (const name of [
      'services/gateway/src/throttle/throttle-script.int.spec.ts',
      'packages/events/src/kafka/kafka-poison.int.spec.ts',
    ])
      expect(last).toContain(`  ${name}\n`);
    expect(last.trim()).toMatch(/NOT SHOWN\.$/);
    expect(status).toBe(0);
  }, 120_000);

  it('fails under REQUIRE_BACKENDS=1 before any part, and says what is missing and how to get it', () => {
    const { status, said } = runParts([`touch ${folder}/ran`], { REQUIRE_BACKENDS: '1' });
    expect(status).toBe(1);
    expect(said).toMatch(/redis +MISSING: .*\n +To get it: /);
    expect(said).toContain('REQUIRE_BACKENDS=1, and redis, kafka missing: no test was run.');
    expect(existsSync(join(folder, 'ran'))).toBe(false);
  }, 60_000);

  it('takes a named one that does not answer for missing, and shows no password', () => {
    const { status, said } = runParts(['true'], {
      REQUIRE_BACKENDS: '1',
      TEST_POSTGRES_URL: 'postgres://someone:secret-word@127.0.0.1:1/postgres',
    });
    expect(said).toMatch(/postgres +MISSING: TEST_POSTGRES_URL names one that cannot be used: .*ECONNREFUSED/);
    expect(said).not.toContain('secret-word');
    expect(status).toBe(1);
  }, 60_000);

  it('goes on after a part that fails, fails at the end, and names the part last', () => {
    const { status, said } = runParts(['exit 3', 'echo PART OK']);
    expect(said).toMatch(/\d+ {2}part-0 {2}FAILED\n +\d+ {2}part-1\n1 passed, 1 failed/);
    expect(said.trim()).toMatch(/FAILED:\n {2}part part-0: ended with 3, and no test failed$/);
    expect(status).toBe(1);
  }, 60_000);

  it('fails for a test that stands as proof in docs/SECURITY.md and did not pass, and names it last', () => {
    const head = '| id | required behaviour here | state | test |\n|---|---|---|---|\n| 1 | x | test | |\n';
    const proof = (title: string) => `| | | | \`packages/runtime/src/backoff.spec.ts\` > ${title} |\n`;
    const PROOFS = join(folder, 'proofs.md');
    writeFileSync(PROOFS, head + proof('grows by the factor up to the cap') + proof('grows for ever'));
    const { status, said } = runParts([jest('runtime/src/backoff\\.spec')], { PROOFS });
    expect(said).toContain('PASS packages/runtime/src/backoff.spec.ts');
    const last = said.slice(said.lastIndexOf('FAILED:\n')).trim().split('\n');
    expect(last.slice(1)).toEqual([expect.stringMatching(/backoff\.spec\.ts > grows for ever, which did not pass/)]);
    expect(status).toBe(1);
    writeFileSync(PROOFS, head + proof('grows by the factor up to the cap'));
    expect(runParts([jest('runtime/src/backoff\\.spec')], { PROOFS }).status).toBe(0);
  }, 120_000);

  it('names each failed test with its file in the last lines, and a file that could not be loaded', () => {
    const reporters = [join(ROOT, 'packages/testing/src/failed-tests.reporter.mjs')];
    writeFileSync(
      join(folder, 'jest.config.json'),
      JSON.stringify({ rootDir: folder, testMatch: ['**/*.cjs'], reporters: ['default', ...reporters] }),
    );
    writeFileSync(
      join(folder, 'first.cjs'),
      "describe('sums', () => { it('adds', () => undefined); it('carries', () => expect(1).toBe(2)); });",
    );
    writeFileSync(join(folder, 'second.cjs'), "require('./absent.cjs');");
    const alone = `${process.execPath} node_modules/jest/bin/jest.js --no-cache --config ${folder}/jest.config.json`;
    const { status, said } = runParts([alone, 'echo PART OK']);
    const last = said.slice(said.lastIndexOf('FAILED:\n')).trim().split('\n').sort();
    expect(last).toEqual(['  first.cjs: sums carries', '  second.cjs: the file itself', 'FAILED:']);
    expect(status).toBe(1);
  }, 60_000);
});
