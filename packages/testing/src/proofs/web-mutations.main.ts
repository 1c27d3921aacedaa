import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { builtFile } from '../parts/built-file.js';
import { escaped, type JestResult, mutated, type Mutation, MUTATIONS } from './web-mutations.js';

/**
 * Changes one text, time or threshold of the web app at a time, in a copy, and runs the test file that web/mutations.json lists for it. The named
 * test must fail, and no other test of the file. FULL=1 makes all changes; otherwise the first three, which take little time.
 */
const ROOT = join(import.meta.dirname, '../../../..');
const SMALL = 3;
/** Enough for one test file on a busy machine; a change that makes its test wait for ever is still found. */
const LIMIT_MS = 240_000;

const all = JSON.parse(readFileSync(join(ROOT, MUTATIONS), 'utf8')) as Mutation[];
const chosen = process.env.FULL ? all : all.slice(0, SMALL);
const copy = copyOfWeb();
const lines: string[] = [];
let caught = 0;
try {
  for (const mutation of chosen) {
    const startedMs = Date.now();
    const reason = tried(mutation);
    if (reason === undefined) caught++;
    const seconds = Math.round((Date.now() - startedMs) / 1000);
    const change = `${JSON.stringify(mutation.before)} -> ${JSON.stringify(mutation.after)}`;
    lines.push(
      `  ${reason === undefined ? 'caught ' : 'ESCAPED'} ${mutation.file}: ${change}${reason ? `: ${reason}` : ''}`,
    );
    console.log(`${lines.at(-1)} (${seconds} s)`);
  }
} finally {
  rmSync(copy, { recursive: true });
}
console.log(`\nPlanted changes of the web app:\n${lines.join('\n')}\n${caught} of ${chosen.length} caught`);
process.exitCode = caught === chosen.length ? 0 : 1;

/** Copies the files that the page tests read into a separate folder. Packages are links, and nothing in the repository is changed. */
function copyOfWeb(): string {
  const folder = mkdtempSync(join(tmpdir(), 'precis-mutations-'));
  mkdirSync(join(folder, 'web'));
  for (const path of ['src', 'public', 'app.html', 'index.html', 'package.json', 'jest.config.mjs', 'tsconfig.json'])
    cpSync(join(ROOT, 'web', path), join(folder, 'web', path), { recursive: true });
  cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
  for (const path of ['node_modules', 'web/node_modules', 'packages', 'proto'])
    symlinkSync(join(ROOT, path), join(folder, path));
  return folder;
}

/** Why the change escaped its test, undefined when it was caught. */
function tried(mutation: Mutation): string | undefined {
  const path = join(copy, mutation.file);
  const text = readFileSync(path, 'utf8');
  try {
    writeFileSync(path, mutated(text, mutation));
    compile();
    const results = testsOf(mutation.test.file);
    return typeof results === 'string' ? results : escaped(mutation.test, results);
  } catch (error) {
    return (error as Error).message;
  } finally {
    writeFileSync(path, text);
  }
}

/** The page tests run from the output of the type check. Throws the compiler's errors. */
function compile(): void {
  const { status, stdout } = spawnSync(process.execPath, ['node_modules/ts7/bin/tsc', '-p', 'web'], {
    cwd: copy,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the change does not compile: ${stdout.trim().slice(0, 300)}`);
}

/** The results of the tests of a file in the copy; a sentence when jest itself failed. */
function testsOf(file: string): JestResult[] | string {
  const output = join(copy, 'results.json');
  rmSync(output, { force: true });
  const args = [
    '-c',
    'web/jest.config.mjs',
    '--runInBand',
    '--forceExit',
    '--testTimeout=60000',
    '--runTestsByPath',
    builtFile(file),
  ];
  const { signal } = spawnSync(
    process.execPath,
    ['node_modules/jest/bin/jest.js', ...args, '--reporters', 'default', '--json', '--outputFile', output],
    {
      cwd: copy,
      encoding: 'utf8',
      timeout: LIMIT_MS,
      killSignal: 'SIGKILL',
      maxBuffer: 64 * 1024 * 1024,
      // A run in the copy must not count as a result or proof of this run.
      env: { ...process.env, PRECIS_RESULTS: '' },
    },
  );
  if (signal) return `its test file did not end within ${LIMIT_MS / 1000} s`;
  try {
    const report = JSON.parse(readFileSync(output, 'utf8')) as {
      testResults: { message: string; assertionResults: JestResult[] }[];
    };
    const broken = report.testResults.find(({ assertionResults }) => assertionResults.length === 0);
    return broken
      ? `its test file could not run: ${broken.message.slice(0, 300)}`
      : report.testResults.flatMap((one) => one.assertionResults);
  } catch {
    return `jest wrote no results for ${file} in ${dirname(output)}`;
  }
}
