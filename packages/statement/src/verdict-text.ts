import type { Fault, Verdict } from './verify-statement.js';

const FAULTS: Record<Fault, (line: number) => string> = {
  changed: (line) => `Line ${line} is changed.`,
  deleted: (line) => `Line ${line} is deleted.`,
  reordered: (line) => `Line ${line} is out of order.`,
  cut: (line) => `The end is cut: line ${line} and all after it are missing.`,
  rewritten: (line) =>
    `The chain was rewritten: line ${line} does not match the file's own summary, or the head that you gave.`,
  no_statement: () => 'This is not a statement of Precis.',
};

/** The verdict in words, a line each. */
export function verdictText(verdict: Verdict): string[] {
  if (!verdict.ok) return [FAULTS[verdict.fault](verdict.line)];
  const { account, month, count, units, head, carried } = verdict;
  const before = carried === 0 ? [] : [`${carried} of these units were counted before lines were written.`];
  return [
    'Complete and unchanged.',
    `Account ${account}, month ${month}: ${units} units in ${count} lines.`,
    ...before,
    `Head ${head}`,
  ];
}
