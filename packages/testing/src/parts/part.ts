import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { repositoryFiles, ROOT } from '../structure/repository-files.js';

/** Matches the path of a test file, relative to the root of the repository. */
export const TEST_FILE =
  /^((packages|services)\/(?!testing\/(sample-template|import-rules)).*\.(spec|e2e)\.ts|web\/(src|e2e)\/.*\.(spec|e2e)\.tsx?)$/;

/** A part of the test suite, as listed in parts.json. */
export interface Part {
  name: string;
  /** The command whose small run contains it. `full`: too large, or too rarely broken, for any other. */
  run: 'test' | 'web' | 'faults' | 'full';
  what: string;
  /** Expressions for the paths of its test files, from the root of the repository; a file belongs to the first part that takes it. */
  files?: string[];
  /** Its files run one at a time, with nothing in parallel. */
  alone?: boolean;
  /** How many of its files run in parallel, when fewer than in the rest of the run. */
  workers?: number;
  /** Its inputs are random: a failure that cannot be reproduced is still a finding. */
  random?: boolean;
  /** Its files need Kafka, and one Kafka for all of them is enough. */
  kafka?: boolean;
  /** jest's configuration for its files, from the root of the repository, where it is not jest.config.mjs. */
  config?: string;
  /** A further command of the part; its exit code decides. */
  command?: string;
}

/**
 * `lint` is the part of that name. `test`, `web` (in a browser) and `faults` are small. `full` is all parts in their full size. `stress` has the
 * small ones that must not depend on the load of the machine. `one` is a single test file, in the size that FULL asks for.
 */
export const RUNS = ['lint', 'test', 'web', 'faults', 'full', 'stress', 'one'] as const;
export type Run = (typeof RUNS)[number];

const UNDER_STRESS = ['unit', 'integration', 'money', 'e2e'];

/** All parts, as the list has them. */
export function readParts(file: URL | string): Part[] {
  return JSON.parse(readFileSync(file, 'utf8')) as Part[];
}

/**
 * The parts of a run, or the named one; for `one`, the part of a test file, given from the root of the repository. Throws when there is no such
 * part or file.
 */
export function chosenParts(all: Part[], run: Run, only?: string): Part[] {
  if (run === 'one') return [partOfOneFile(all, only)];
  const belongs = ({ name, run: home }: Part) => {
    if (run === 'lint') return name === 'lint';
    // Browser tests need a browser: `make test-web` installs it.
    if (run === 'full') return home !== 'web';
    return run === 'stress' ? UNDER_STRESS.includes(name) : home === run;
  };
  const chosen = all.filter((part) => (only ? part.name === only : belongs(part)));
  if (chosen.length === 0)
    throw new Error(`No part is named ${only}. Parts: ${all.map(({ name }) => name).join(', ')}`);
  return chosen;
}

/** The part of a test file: the first that takes its path. */
export function partOf(parts: Part[], file: string): Part | undefined {
  return parts.find(({ files = [] }) => files.some((pattern) => new RegExp(pattern).test(file)));
}

function partOfOneFile(all: Part[], given = ''): Part {
  const path = relative(ROOT, resolve(ROOT, given));
  if (!TEST_FILE.test(path) || !repositoryFiles(TEST_FILE).includes(path))
    throw new Error(`No test file: ${given || 'name one with FILE=path'}`);
  return {
    name: path,
    run: 'test',
    what: 'one file',
    config: partOf(all, path)?.config,
    files: [`^${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`],
    alone: true,
  };
}
