import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasTitle, titlePattern } from './proofs.js';
import type { Proof } from './security-table.js';

/** The planted changes, from the root of the repository. */
export const MUTATIONS = 'web/mutations.json';

/** A planted change of a text, a time or a threshold of the web app. */
export interface Mutation {
  /** From the root of the repository. */
  file: string;
  before: string;
  after: string;
  /** The test that must fail because of it. */
  test: Proof;
}

/** The text with the change. Throws when the text to change does not occur exactly once. */
export function mutated(text: string, { file, before, after }: Mutation): string {
  const found = text.split(before).length - 1;
  if (found !== 1) throw new Error(`${file} has ${JSON.stringify(before)} ${found} times, not once`);
  return text.replace(before, () => after);
}

/** The faults of the list itself. */
export function mutationFaults(mutations: Mutation[], root: string): string[] {
  return mutations.flatMap((mutation) => {
    const { file, before, after, test } = mutation;
    if (!file.startsWith('web/src/') || /\.spec\.tsx?$/.test(file)) return [`${file} is no code of the web app`];
    if (!test.file.startsWith('web/src/')) return [`${test.file} is no test of web/src`];
    if (before === after) return [`${before} of ${file} is changed to what it was`];
    try {
      if (!hasTitle(readFileSync(join(root, test.file), 'utf8'), test.title))
        return [`${test.file} has no test with this name: ${test.title}`];
      mutated(readFileSync(join(root, file), 'utf8'), mutation);
      return [];
    } catch (error) {
      return [(error as Error).message];
    }
  });
}

/** A test in jest's JSON output. */
export interface JestResult {
  title: string;
  status: string;
}

/** Why the change did not fail exactly its test; undefined when it did. */
export function escaped({ title }: Proof, results: JestResult[]): string | undefined {
  const pattern = titlePattern(title);
  const failed = results.filter(({ status }) => status === 'failed');
  if (results.length === 0) return 'no test ran';
  if (!failed.some((result) => pattern.test(result.title))) return 'its test passed all the same';
  const others = failed.filter((result) => !pattern.test(result.title));
  return others.length === 0 ? undefined : `these failed as well: ${others.map((one) => one.title).join('; ')}`;
}
