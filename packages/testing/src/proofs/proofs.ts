import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Part, partOf } from '../parts/part.js';
import { repositoryFiles } from '../structure/repository-files.js';
import type { Proof } from './security-table.js';

/** A passed test, as results.reporter.mjs writes it. */
export interface RanTest {
  file: string;
  title: string;
}

const TEST_FILE = /\.(spec|e2e)\.tsx?$/;

/** The test files that run the tests of each file: the file itself or, for a suite, those that import it, also through other suites. */
export function testFilesBy(root: string): (file: string) => string[] {
  const importers = new Map<string, string[]>();
  for (const path of repositoryFiles(/^(services|packages)\/.*\.(spec|e2e|suite)\.ts$/)) {
    const imported = readFileSync(join(root, path), 'utf8').matchAll(/from '(\.{1,2}\/[^']+)\.js'/g);
    for (const [, relative] of imported) {
      const target = `${join(dirname(path), relative)}.ts`;
      importers.set(target, [...(importers.get(target) ?? []), path]);
    }
  }
  const search = (file: string, seen: Set<string>): string[] => {
    if (seen.has(file)) return [];
    seen.add(file);
    return TEST_FILE.test(file) ? [file] : (importers.get(file) ?? []).flatMap((one) => search(one, seen));
  };
  return (file) => search(file, new Set());
}

/** Checks a written proof: the file exists, has the title, and some command runs it. */
export function proofFaults(
  { file, title }: Proof,
  root: string,
  parts: Part[],
  testFiles: (file: string) => string[],
): string[] {
  const text = repositoryFiles(/\.tsx?$/).includes(file) ? readFileSync(join(root, file), 'utf8') : undefined;
  if (text === undefined) return [`no such file: ${file}`];
  if (!hasTitle(text, title)) return [`${file} has no test with this name: ${title}`];
  const isRun = testFiles(file).some((one) => (partOf(parts, one)?.run ?? 'full') !== 'full');
  return isRun ? [] : [`no part of make test, make test-web or make test-faults runs ${file}`];
}

/** Whether a file contains the title as a complete string. */
export function hasTitle(text: string, title: string): boolean {
  return ["'", '"', '`'].some((quote) => text.includes(`${quote}${title}${quote}`));
}

/** A pattern for a title as jest prints it: placeholders match anything. */
export function titlePattern(title: string): RegExp {
  // A doubled sign is printed as one, and no placeholder follows it.
  const pieces = title.replaceAll('%%', '\0').split(/%[sdifjoOp#$]|\$\{[^}]*\}|\$[a-zA-Z][\w.]*/);
  const escaped = pieces.map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('\0', '%'));
  return new RegExp(`^${escaped.join('.*')}$`, 's');
}

/**
 * Proofs that the parts of this run, whose files `runs` knows, should have shown but did not: no test of that name passed in a file that they run.
 * The run itself names files that a missing backend excluded.
 */
export function unshownProofs(
  proofs: Proof[],
  runs: (file: string) => boolean,
  ran: RanTest[],
  leftOut: string[],
  testFiles: (file: string) => string[],
): Proof[] {
  return proofs.filter(({ file, title }) => {
    const due = testFiles(file).filter((one) => !leftOut.includes(one) && runs(one));
    const pattern = titlePattern(title);
    return due.length > 0 && !ran.some((test) => due.includes(test.file) && pattern.test(test.title));
  });
}
