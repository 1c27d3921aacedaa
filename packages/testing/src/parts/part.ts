import { readFileSync } from 'node:fs';

/** A part of the test suite, as parts.json lists it. */
export interface Part {
  name: string;
  what: string;
  command: string;
  /** False: only in the full size. */
  small?: boolean;
}

export type Size = 'small' | 'full';

/** The parts of a size, or the one named. Throws when there is no such part. */
export function chosenParts(file: URL | string, size: Size, only?: string): Part[] {
  const parts = JSON.parse(readFileSync(file, 'utf8')) as Part[];
  const chosen = only ? parts.filter(({ name }) => name === only) : parts.filter(({ small }) => size === 'full' || small !== false);
  if (chosen.length === 0) throw new Error(`No part is named ${only}. Parts: ${parts.map(({ name }) => name).join(', ')}`);
  return chosen;
}
