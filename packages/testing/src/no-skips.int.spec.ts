import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './structure/repository-files.js';

/** Runs jest separately on one small file, with the reporter of every run. */
function runJest(tests: string, required: boolean) {
  const folder = mkdtempSync(join(tmpdir(), 'precis-skips-'));
  try {
    const reporters = ['default', join(ROOT, 'packages/testing/src/no-skips.reporter.mjs')];
    writeFileSync(
      join(folder, 'jest.config.json'),
      JSON.stringify({ rootDir: folder, testMatch: ['**/*.cjs'], reporters }),
    );
    writeFileSync(join(folder, 'small.cjs'), tests);
    const args = [
      join(ROOT, 'node_modules/jest/bin/jest.js'),
      '--config',
      join(folder, 'jest.config.json'),
      '--no-cache',
    ];
    const { status, stderr, stdout } = spawnSync(process.execPath, args, {
      encoding: 'utf8',
      env: { ...process.env, REQUIRE_BACKENDS: required ? '1' : '' },
    });
    return { status, said: stderr + stdout };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const RUNS = "it('runs', () => undefined);";

describe('a run in which a test is left out', () => {
  it.each([
    ['it.skip', `${RUNS} it.skip('left out', () => undefined);`],
    ['it.todo', `${RUNS} it.todo('left out');`],
    ['describe.skip', `${RUNS} describe.skip('group', () => { it('left out', () => undefined); });`],
    ['it.only beside it', `it('left out', () => undefined); it.only('runs', () => undefined);`],
    ['nothing but skipped tests', `it.skip('left out', () => undefined);`],
  ])('by %s fails under REQUIRE_BACKENDS=1, and names it', (_, tests) => {
    const { status, said } = runJest(tests, true);
    expect(said).toMatch(/SKIPPED .*small\.cjs: (group )?left out/);
    expect(said).toContain('REQUIRE_BACKENDS=1: ');
    expect(status).toBe(1);
  });

  it('passes elsewhere, and names it all the same', () => {
    const { status, said } = runJest(`${RUNS} it.skip('left out', () => undefined);`, false);
    expect(said).toMatch(/SKIPPED .*: left out/);
    expect(status).toBe(0);
  });

  it('passes under REQUIRE_BACKENDS=1 when nothing is left out', () => {
    expect(runJest(RUNS, true)).toMatchObject({ status: 0 });
  });
});
