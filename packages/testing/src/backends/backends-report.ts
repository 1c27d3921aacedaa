import type { BackendChoice } from './choose-backends.js';

/** One line for each backend: which one it is and where it comes from, or what is missing and how to get it. */
export function backendLines({ found, missing, notes }: BackendChoice): string[] {
  return [
    ...notes.map((note) => `note      ${note}`),
    ...found.map(({ name, description }) => `${name.padEnd(9)} ${description}`),
    ...missing.map(({ name, cause, remedy }) => `${name.padEnd(9)} MISSING: ${cause}\n          To get it: ${remedy}`),
  ];
}

/** The final lines of a run that could not show everything; empty when it could. */
export function notShownLines({ missing }: Pick<BackendChoice, 'missing'>, leftOut: string[]): string[] {
  if (missing.length === 0) return [];
  const names = missing.map(({ name }) => name).join(', ');
  return [
    `NOT SHOWN: without ${names} ${leftOut.length} test files did not run:`,
    ...leftOut.map((path) => `  ${path}`),
    ...missing.map(({ name, remedy }) => `To get ${name}: ${remedy}`),
    `What ran is above; what these ${leftOut.length} files guarantee was NOT SHOWN.`,
  ];
}
