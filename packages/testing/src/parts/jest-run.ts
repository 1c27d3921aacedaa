import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtFile } from './built-file.js';

/** The result of a test file, as results.reporter.mjs writes it; paths are those of the sources. */
export interface FileResult {
  file: string;
  seconds: number;
  tests: { title: string; fullName: string; status: string }[];
  /** The file could not be loaded, a hook failed outside any test, or it changes the state for the next file. */
  broken: boolean;
}

/** The exit code of a run of jest, null when a signal ended it, and the results of its files. */
export interface JestRun {
  code: number | null;
  results: FileResult[];
}

/** Runs test files of the repository with one jest configuration in one queue, and shows jest's output. Files are named by their sources. */
export async function runJest(
  root: string,
  files: string[],
  workers: number,
  environment: NodeJS.ProcessEnv,
  config = 'jest.config.mjs',
): Promise<JestRun> {
  const folder = mkdtempSync(join(tmpdir(), 'precis-results-'));
  const results = join(folder, 'results');
  writeFileSync(results, '');
  try {
    const words = ['--config', config, `--maxWorkers=${workers}`, '--runTestsByPath', ...files.map(builtFile)];
    const code = await run(root, words, { ...environment, PRECIS_RESULTS: results });
    const lines = readFileSync(results, 'utf8').split('\n').filter(Boolean);
    return { code, results: lines.map((line) => JSON.parse(line) as FileResult) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function run(root: string, words: string[], env: NodeJS.ProcessEnv): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const jest = ['node_modules/jest/bin/jest.js', ...words];
    const child = spawn(process.execPath, jest, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env });
    child.on('error', reject).on('close', resolve);
  });
}
