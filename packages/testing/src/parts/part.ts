import { existsSync, readFileSync } from 'node:fs';

/** A part of the test suite, as parts.json lists it. */
export interface Part {
  name: string;
  /** The command whose small run it belongs to: `make test` or `make test-faults`. */
  run: 'test' | 'faults';
  what: string;
  command: string;
}

/**
 * `test` and `faults` are small, `full` is all parts in their full size, `stress` the small ones that must not care how busy the machine is,
 * `one` a single test file, in the size that FULL asks for.
 */
export const RUNS = ['test', 'faults', 'full', 'stress', 'one'] as const;
export type Run = (typeof RUNS)[number];

const UNDER_STRESS = ['unit', 'integration', 'e2e'];

/** The parts of a run, or the one named: of `one` a test file, from the root of the repository. Throws when there is no such part or file. */
export function chosenParts(file: URL | string, run: Run, only?: string): Part[] {
  if (run === 'one') return [partOf(only)];
  const parts = JSON.parse(readFileSync(file, 'utf8')) as Part[];
  const belongs = ({ name, run: home }: Part) =>
    run === 'full' || (run === 'stress' ? UNDER_STRESS.includes(name) : home === run);
  const chosen = parts.filter((part) => (only ? part.name === only : belongs(part)));
  if (chosen.length === 0)
    throw new Error(`No part is named ${only}. Parts: ${parts.map(({ name }) => name).join(', ')}`);
  return chosen;
}

function partOf(path = ''): Part {
  if (!/\.(spec|e2e)\.tsx?$/.test(path) || !existsSync(path)) throw new Error(`No test file: ${path || 'give FILE='}`);
  // As an argument of its own: a name goes to the shell inside quotes that it cannot end.
  const quoted = `'${path.replaceAll("'", `'\\''`)}'`;
  const config = /^web\/(src|e2e)\//.exec(path)?.[1];
  const chosen = config ? `-c web/${config === 'e2e' ? 'e2e/' : ''}jest.config.mjs ` : '';
  const command = `node_modules/.bin/node node_modules/jest/bin/jest.js ${chosen}--runTestsByPath ${quoted}`;
  return { name: path, run: 'test', what: 'one file', command };
}
