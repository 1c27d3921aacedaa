import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CoverageTable } from './coverage-table.js';
import { titlePattern } from './proofs.js';
import type { Proof } from './security-table.js';

/** The planted changes, from the root of the repository. */
export const MUTATIONS = 'web/mutations.json';

/** A planted change of a text, a time or a threshold of the web app. */
export interface Mutation {
  /** From the root of the repository. */
  file: string;
  before: string;
  after: string;
  /** The name of the row of docs/spec-coverage.md that it must turn red. */
  row: string;
}

/** The one test that stands for the row. */
export function proofOf({ row }: Mutation, { rows }: CoverageTable): Proof | undefined {
  const proofs = rows.find(({ name }) => name === row)?.proofs ?? [];
  return proofs.length === 1 ? proofs[0] : undefined;
}

/** The text with the change. Throws when what is to be changed is not there exactly once. */
export function mutated(text: string, { file, before, after }: Mutation): string {
  const found = text.split(before).length - 1;
  if (found !== 1) throw new Error(`${file} has ${JSON.stringify(before)} ${found} times, not once`);
  return text.replace(before, () => after);
}

/** What is wrong with the list itself. */
export function mutationFaults(mutations: Mutation[], table: CoverageTable, root: string): string[] {
  return mutations.flatMap((mutation) => {
    const { file, before, after, row } = mutation;
    const proof = proofOf(mutation, table);
    if (!file.startsWith('web/src/') || /\.spec\.tsx?$/.test(file)) return [`${file} is no code of the web app`];
    if (!proof?.file.startsWith('web/src/')) return [`${row} is no row with one test of web/src`];
    if (before === after) return [`${row} is changed to what it was`];
    try {
      mutated(readFileSync(join(root, file), 'utf8'), mutation);
      return [];
    } catch (error) {
      return [(error as Error).message];
    }
  });
}

/** A test as jest's JSON has it. */
export interface JestResult {
  title: string;
  status: string;
}

/** Why the change did not turn its row red and nothing else; undefined when it did. */
export function escaped({ title }: Proof, results: JestResult[]): string | undefined {
  const pattern = titlePattern(title);
  const failed = results.filter(({ status }) => status === 'failed');
  if (results.length === 0) return 'no test ran';
  if (!failed.some((result) => pattern.test(result.title))) return 'its test passed all the same';
  const others = failed.filter((result) => !pattern.test(result.title));
  return others.length === 0 ? undefined : `these failed as well: ${others.map((one) => one.title).join('; ')}`;
}
