import type { FileResult } from './jest-run.js';
import { type Part, partOf } from './part.js';

/** `file: test` of everything that failed in these files. */
export function failuresIn(results: FileResult[]): string[] {
  return results.flatMap(({ file, tests, broken }) => [
    ...tests.filter(({ status }) => status === 'failed').map(({ fullName }) => `${file}: ${fullName}`),
    ...(broken ? [`${file}: the file itself`] : []),
  ]);
}

/** Statuses of a test that jest did not run. */
const SKIPPED = ['pending', 'skipped', 'todo', 'disabled'];

/** `file: test` of every test that was left out. */
export function skippedIn(results: FileResult[]): string[] {
  return results.flatMap(({ file, tests }) =>
    tests.filter(({ status }) => SKIPPED.includes(status)).map(({ fullName }) => `${file}: ${fullName}`),
  );
}

/** Files in which something failed. */
export function failedFiles(results: FileResult[]): string[] {
  return [...new Set(results.filter((result) => failuresIn([result]).length > 0).map(({ file }) => file))];
}

/**
 * Judges failures after their files ran once more, each alone. Files that failed again have failed; files that passed are flaky, because they
 * depend on the files that ran in parallel. A file that did not finish the second time has failed again.
 */
export function judged(failures: string[], again: FileResult[]): { failed: string[]; flaky: string[] } {
  const failedAgain = new Set(failedFiles(again));
  const ranAgain = new Set(again.map(({ file }) => file));
  const isFlaky = (failure: string) => {
    const file = failure.slice(0, failure.indexOf(': '));
    return ranAgain.has(file) && !failedAgain.has(file);
  };
  return { failed: failures.filter((one) => !isFlaky(one)), flaky: failures.filter(isFlaky) };
}

/** Seconds of the files of each part, added up: parts share the workers, so their sum is more than the run took. */
export function secondsOfParts(
  parts: Part[],
  results: FileResult[],
): { name: string; seconds: number; files: number }[] {
  return parts
    .map(({ name }) => {
      const own = results.filter(({ file }) => partOf(parts, file)?.name === name);
      return { name, seconds: own.reduce((sum, { seconds }) => sum + seconds, 0), files: own.length };
    })
    .filter(({ files }) => files > 0);
}

/** How many tests passed and failed; a file that could not run counts as one failed test. */
export function countTests(results: FileResult[]): { passed: number; failed: number } {
  const passed = results.flatMap(({ tests }) => tests).filter(({ status }) => status === 'passed').length;
  return { passed, failed: failuresIn(results).length };
}
