import type { Verdict } from './catch-fault.js';

const MOST_NAMED = 3;

/** One line of the table: the fault, the first test that noticed it, and the time it took. */
export function lineOf({ id, result, by, why, seconds }: Verdict): string {
  const [first] = by;
  const what = result === 'caught' ? `${first.file}: ${first.test}` : `${result.toUpperCase()} (${why})`;
  const more = by.length > 1 ? ` and ${by.length - 1} more` : '';
  return `${id.padEnd(30)} ${what}${more} (${seconds} s)`;
}

/** The verdicts by id, as stored in a file. Seconds are left out, because they differ each time. */
export function resultsOf(verdicts: Verdict[]): Record<string, { result: Verdict['result']; by: string[] }> {
  const sorted = [...verdicts].sort((one, other) => (one.id < other.id ? -1 : 1));
  return Object.fromEntries(
    sorted.map(({ id, result, by }) => [
      id,
      { result, by: by.slice(0, MOST_NAMED).map(({ file, test }) => `${file}: ${test}`) },
    ]),
  );
}
