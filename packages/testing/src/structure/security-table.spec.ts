import { join } from 'node:path';
import { partOf, readParts } from '../parts/part.js';
import { proofFaults, testFilesBy, titlePattern, unshownProofs } from '../proofs/proofs.js';
import { securityTables } from '../proofs/security-table.js';
import { ROOT, textOf } from './repository-files.js';

/** The number of rows without a test, by the area that will close them. A commit that closes one must lower its number. */
const OPEN = { gateway: 1, runtime: 1, web: 1 };
/** The number of different ids in the table: none may be lost when rows are closed. */
const IDS = 135;
const DEVIATIONS = 21;

const { rows, deviations, faults } = securityTables(textOf('docs/SECURITY.md'));
const parts = readParts(join(ROOT, 'packages/testing/src/parts.json'));
const testFiles = testFilesBy(ROOT);

describe('the checklist in docs/SECURITY.md', () => {
  it('has every id, and only rows that can be read', () => {
    expect(faults).toEqual([]);
    expect(new Set(rows.flatMap(({ ids }) => ids)).size).toBe(IDS);
  });

  it('names a test for each row that calls itself tested, and none for an open one', () => {
    const wrong = rows.filter(({ state, proofs }) =>
      state === 'test' ? proofs.length === 0 : state === 'open' && proofs.length > 0,
    );
    expect(wrong).toEqual([]);
  });

  it('names tests that exist, and that make test or make test-faults runs', () => {
    const proofs = rows.flatMap((row) => row.proofs);
    expect(proofs.length).toBeGreaterThan(80);
    expect(proofs.flatMap((proof) => proofFaults(proof, ROOT, parts, testFiles))).toEqual([]);
  });

  it('has so many open rows of each area, and no more', () => {
    const open = rows.filter(({ state }) => state === 'open');
    const counts = Object.fromEntries(
      [...Map.groupBy(open, ({ detail }) => detail)].map(([area, of]) => [area, of.length]),
    );
    expect(counts).toEqual(OPEN);
  });

  it('names deviations that are listed, and lists each once', () => {
    expect(deviations).toEqual(Array.from({ length: DEVIATIONS }, (_, index) => String(index + 1)));
    const named = rows.filter(({ state }) => state === 'deviation').map(({ detail }) => detail!);
    expect(named.filter((number) => !deviations.includes(number))).toEqual([]);
  });
});

describe('the check of proofs', () => {
  const HEAD = '| id | required behaviour here | state | test |\n|---|---|---|---|\n';
  const FILE = 'packages/testing/src/structure/security-table.spec.ts';
  const self = { file: FILE, title: 'reads rows with their tests' };

  it('reads rows with their tests', () => {
    const text = `| 1 | a | b |\n${HEAD}| 1.2, 3.4 | it holds | test | |\n| | | | \`a.spec.ts\` > holds |\n| 5 | later | open: web | |\n\n| x |`;
    expect(securityTables(text)).toEqual({
      deviations: ['1'],
      faults: [],
      rows: [
        { ids: ['1.2', '3.4'], behaviour: 'it holds', state: 'test', proofs: [{ file: 'a.spec.ts', title: 'holds' }] },
        { ids: ['5'], behaviour: 'later', state: 'open', detail: 'web', proofs: [] },
      ],
    });
  });

  it.each([
    '| 5 | later | soon | |',
    '| 5 | later | open | |',
    '| | | | a.spec.ts > holds |',
    '| | | | `a.spec.ts` > b |',
  ])('finds the malformed line: %s', (line) => {
    expect(securityTables(`${HEAD}${line}\n`).faults).toEqual([line]);
  });

  it.each([
    [{ ...self, file: 'packages/testing/src/gone.spec.ts' }, 'no such file'],
    [{ ...self, title: ['reads', 'nothing'].join(' ') }, 'no test with this name'],
    [{ file: 'packages/testing/src/parts/run-parts.main.ts', title: 'node:path' }, 'no part of make test'],
  ])('finds %j', (proof, complaint) => {
    expect(proofFaults(proof, ROOT, parts, testFiles)).toEqual([expect.stringContaining(complaint)]);
    expect(proofFaults(self, ROOT, parts, testFiles)).toEqual([]);
  });

  it('knows which part runs a file, and a suite by the files that import it', () => {
    const home = (file: string) => partOf(parts, file)?.name;
    expect(home(FILE)).toBe('lint');
    expect(home('services/auth/src/users/email.rule.spec.ts')).toBe('unit');
    expect(home('web/src/app/guards.spec.tsx')).toBe('web');
    expect(home('services/auth/src/callers.int.spec.ts')).toBe('integration');
    expect(home('packages/events/src/kafka/kafka-access.int.spec.ts')).toBe('integration');
    expect(home('packages/events/src/kafka/kafka-stall.int.spec.ts')).toBe('kafka-faults');
    expect(home('packages/e2e/src/chaos/chaos.e2e.ts')).toBe('chaos');
    expect(testFiles('packages/e2e/src/contract/sessions.suite.ts')).toContain(
      'packages/e2e/src/contract/contract.e2e.ts',
    );
  });

  it.each([
    ['refuses %s with %j', 'refuses a with {"b":1}', true],
    ['lets ${COUNT} go', 'lets 3 go', true],
    ['takes $name', 'takes ada', true],
    ['at %d%% and %%s', 'at 80% and %s', true],
    ['is (not) a pattern.', 'is (not) a pattern.', true],
    ['is (not) a pattern.', 'is not a pattern!', false],
    ['a', 'a and more', false],
  ])('%j as jest prints it: %j, %s', (title, printed, fits) => {
    expect(titlePattern(title).test(printed)).toBe(fits);
  });

  it('finds a named test that was skipped, failed or did not run, unless its file was left out', () => {
    const unshown = (ran: string[], leftOut: string[] = [], runs = () => true) =>
      unshownProofs(
        [self],
        runs,
        ran.map((title) => ({ file: FILE, title })),
        leftOut,
        testFiles,
      ).length;
    expect(unshown([self.title])).toBe(0);
    expect(unshown(['another one'])).toBe(1);
    expect(unshown([])).toBe(1);
    expect(unshown([], [FILE])).toBe(0);
    expect(unshown([], [], () => false)).toBe(0);
  });
});
