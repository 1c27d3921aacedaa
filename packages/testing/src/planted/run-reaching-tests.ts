import { spawn } from 'node:child_process';
import { builtFile } from '../parts/built-file.js';

/** A test that failed; `test` is its full name, or says that the file itself could not run. */
export interface RedTest {
  file: string;
  test: string;
}

/** The result of running a few test files. */
export interface TestsRun {
  red: RedTest[];
  outOfTime: boolean;
}

/** results.reporter.mjs writes one line for each failed test. */
const FAILED_LINE = /^FAILED TEST {2}(.+?): (.*)$/gm;
/** Time for jest to stop what it started. */
const GRACE_MS = 10_000;

/** Runs test files of the repository in `folder`; the only code that knows how tests are run. Throws when none of them could run. */
export async function runReachingTests(folder: string, files: string[], limitMs: number): Promise<TestsRun> {
  return runJest(folder, ['--runTestsByPath', ...files.map(builtFile)], limitMs);
}

async function runJest(folder: string, words: string[], limitMs: number): Promise<TestsRun> {
  const jest = ['node_modules/jest/bin/jest.js', '--maxWorkers=1', '--forceExit', ...words];
  const child = spawn(process.execPath, jest, {
    cwd: folder,
    // A separate process group, so that its workers end with it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A run in the copy must not count as a result or proof of this run.
    env: { ...process.env, PRECIS_RESULTS: '' },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  let outOfTime = false;
  const end = (signal: NodeJS.Signals) => {
    outOfTime = true;
    try {
      process.kill(-child.pid!, signal);
    } catch {
      // It has ended, but a process that it started still holds its output.
    }
  };
  const timers = [
    setTimeout(end, Math.max(0, limitMs), 'SIGTERM'),
    setTimeout(end, Math.max(0, limitMs) + GRACE_MS, 'SIGKILL'),
  ];
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
  timers.forEach(clearTimeout);
  const red = redTestsIn(printed);
  if (code !== 0 && red.length === 0 && !outOfTime)
    throw new Error(`the tests did not run: ${printed.trim().slice(-1_000)}`);
  return { red, outOfTime };
}

/** The failed tests that a run has named. */
export function redTestsIn(printed: string): RedTest[] {
  return [...printed.matchAll(FAILED_LINE)].map(([, file, test]) => ({ file, test }));
}
