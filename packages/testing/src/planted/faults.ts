import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The planted faults, from the root of the repository. */
export const FAULTS = 'packages/testing/src/planted/faults.json';

/** A mistake of one line in production code that a test must notice. */
export interface Fault {
  id: string;
  /** Selects the end-to-end tests that run when no nearer test fails. */
  area: string;
  /** From the root of the repository. */
  file: string;
  before: string;
  after: string;
  /** The consequence of the fault, for people. */
  what: string;
}

/** All planted faults of the repository at `root`. */
export function readFaults(root: string): Fault[] {
  return JSON.parse(readFileSync(join(root, FAULTS), 'utf8')) as Fault[];
}

/** The text with the fault. Throws when the text to change does not occur exactly once. */
export function planted(text: string, { file, before, after }: Fault): string {
  const found = text.split(before).length - 1;
  if (found !== 1) throw new Error(`${file} has ${JSON.stringify(before)} ${found} times, not once`);
  return text.replace(before, () => after);
}

/** Lists faults of the list itself. `textOf` reads a file of the repository. */
export function listFaults(faults: Fault[], textOf: (file: string) => string, areas: string[]): string[] {
  const twice = faults.filter(({ id }, at) => faults.findIndex((other) => other.id === id) !== at);
  return [
    ...twice.map(({ id }) => `${id} stands there twice`),
    ...faults.flatMap((one) => faultsOf(one, textOf, areas)),
  ];
}

function faultsOf(fault: Fault, textOf: (file: string) => string, areas: string[]): string[] {
  const { id, file, before, after, area, what } = fault;
  if (!/^(packages|services|web)\/.*\.tsx?$/.test(file) || /\.(spec|suite|e2e)\.tsx?$|\/testing\//.test(file))
    return [`${id}: ${file} is no production code`];
  if (before === after || before.includes('\n') || after.includes('\n')) return [`${id} does not change one line`];
  if (!areas.includes(area)) return [`${id}: ${area} is no area`];
  if (what === '') return [`${id} does not say what goes wrong`];
  try {
    planted(textOf(file), fault);
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}

/** The faults that ONLY=id,id and SHARD=1/2 select; by default all. Throws for an unknown id. */
export function chosenFaults(faults: Fault[], only = '', shard = ''): Fault[] {
  const ids = only.split(',').filter(Boolean);
  const unknown = ids.filter((id) => !faults.some((fault) => fault.id === id));
  if (unknown.length > 0) throw new Error(`there is no fault ${unknown.join(', ')}`);
  const named = ids.length > 0 ? faults.filter(({ id }) => ids.includes(id)) : faults;
  if (shard === '') return named;
  const [, nth, of] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(shard) ?? [];
  if (nth === undefined || Number(nth) > Number(of)) throw new Error(`SHARD=${shard} is not of the form 1/2, 2/2, ...`);
  return named.filter((_, at) => at % Number(of) === Number(nth) - 1);
}
