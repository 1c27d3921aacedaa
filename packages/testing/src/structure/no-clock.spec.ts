import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFiles, ROOT } from './repository-files.js';

/** Files that run alone, or that break whole deployments and measure the effect: their subject is time. */
const TIMED =
  /\.speed\.(int\.)?spec\.ts$|^packages\/bench\/|^packages\/e2e\/src\/(chaos|kill-nine|outage|timing|three-gateways)\//;
/** Excludes this file, because it contains what it looks for. */
const specs = repositoryFiles(/(?<!structure\/no-clock)\.(spec|suite|e2e)\.tsx?$/).filter((path) => !TIMED.test(path));

/** A duration: a clock reading minus an earlier one. A time from outside is data. */
const PASSED = /(?<!- )(performance\.now\(\)|Date\.now\(\)|hrtime(\.bigint)?\([^()]*\)) - (?!Date\.parse\()/;
/** `const took = Math.round(performance.now() - begun`, or `took.push((performance.now() - begun) / 1_000`. */
const KEPT = new RegExp(`\\b(\\w+)(?: = |\\.push\\()(?:Math\\.\\w+\\()?\\(?${PASSED.source}`, 'g');
const ASSERTED = /\bexpect\((.*?)\)\.(?:not\.)?to[A-Z]\w*\(/g;

/** The texts inside `expect(...)` that check a duration. Durations with other names or computed in other ways are not found. */
function durationsAsserted(text: string): string[] {
  const names = [...text.matchAll(KEPT)].map(([, name]) => name);
  return [...text.matchAll(ASSERTED)]
    .map(([, actual]) => actual)
    .filter(
      (actual) => PASSED.test(actual) || names.some((name) => new RegExp(`(?<!\\w\\.)\\b${name}\\b`).test(actual)),
    );
}

describe('an ordinary test', () => {
  it('asserts no duration: it checks counts or outcomes, or is in a file x.speed.spec.ts', () => {
    expect(specs.length).toBeGreaterThan(500);
    const found = specs.flatMap((path) =>
      durationsAsserted(readFileSync(join(ROOT, path), 'utf8')).map((actual) => `${path}: ${actual}`),
    );
    expect(found).toEqual([]);
  });

  it.each([
    ['expect(performance.now() - begun).toBeLessThan(LIMIT_MS);', ['performance.now() - begun']],
    ['expect(Date.now() - begun).not.toBeGreaterThan(5);', ['Date.now() - begun']],
    ['const tookMs = performance.now() - startMs;\nexpect(tookMs).toBeLessThan(9);', ['tookMs']],
    ['took.push((Date.now() - since) / 1_000);\nexpect(Math.max(...took)).toBeLessThan(9);', ['Math.max(...took)']],
    ['let ms = Math.round(performance.now() - at);\nexpect([ms > 5]).toEqual([false]);', ['[ms > 5]']],
  ])('is caught at %j', (text, asserted) => {
    expect(durationsAsserted(text)).toEqual(asserted);
  });

  it.each([
    'expect(Date.now() - Date.parse(user.seen_at)).toBeLessThan(60_000);',
    'expect(Math.abs(Date.parse(body.erased_at) - Date.now() - WEEK_MS)).toBeLessThan(60_000);',
    'expect(vitals.silentMs()).toBeLessThanOrEqual(performance.now() - before);',
    "const tookMs = performance.now() - begun;\nexpect(told.tookMs).toBe('said by the service');",
    'expect(row.due_at.getTime()).toBeGreaterThan(Date.now());',
  ])('may contain %j', (text) => {
    expect(durationsAsserted(text)).toEqual([]);
  });
});
