import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Part } from '../parts/part.js';
import { coverageTable, rulesWithoutRow } from '../proofs/coverage-table.js';
import { proofFaults, testFilesBy, unshownProofs } from '../proofs/proofs.js';
import { escaped, mutated, type Mutation, mutationFaults, MUTATIONS } from '../proofs/web-mutations.js';
import { rulesOf } from './citations.js';
import { ROOT } from './repository-files.js';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const table = coverageTable(read('docs/spec-coverage.md'));
const { marks } = rulesOf(read('docs/product.md'));
const mutations = JSON.parse(read(MUTATIONS)) as Mutation[];
/** `make test-web` is no part of the suite; its tests are held against the table by a reporter of their own. */
const inBrowser: Part = { name: 'test-web', run: 'test', what: '', command: 'jest.js -c web/e2e/jest.config.mjs' };
const parts = [...(JSON.parse(read('packages/testing/src/parts.json')) as Part[]), inBrowser];
const testFiles = testFilesBy(ROOT);

describe('the table in docs/spec-coverage.md', () => {
  it('has only lines that can be read, and each name once', () => {
    expect(table.faults).toEqual([]);
    expect(table.rows.length).toBeGreaterThan(150);
  });

  it('has only rules of docs/product.md', () => {
    expect(table.rows.filter(({ rule }) => !marks.has(rule))).toEqual([]);
  });

  it('has a row for each rule of the web app that is built', () => {
    expect(rulesWithoutRow(marks, table)).toEqual([]);
  });

  it('names for each row a test that exists and that make test or make test-web runs', () => {
    expect(table.rows.filter(({ proofs }) => proofs.length === 0).map(({ name }) => name)).toEqual([]);
    const faults = table.rows.flatMap(({ name, proofs }) =>
      proofs.flatMap((proof) => proofFaults(proof, ROOT, parts, testFiles).map((fault) => `${name}: ${fault}`)),
    );
    expect(faults).toEqual([]);
  });
});

describe('the planted changes of the web app', () => {
  it('are 30, each in a place that is there once and with a row of its own', () => {
    expect(mutationFaults(mutations, table, ROOT)).toEqual([]);
    expect(new Set(mutations.map(({ row }) => row)).size).toBe(30);
    expect(mutations).toHaveLength(30);
  });
});

describe('the check of the table', () => {
  const HEAD = '| rule | what the screen shows | test |\n|---|---|---|\n';
  const FILE = 'web/src/app/routes.spec.ts';
  const row = { name: 'WEB-1: times', rule: 'WEB-1', shown: 'so long' };

  it('reads rows with their tests', () => {
    const text = `| other |\n${HEAD}| WEB-1: times | so long | |\n| | | \`${FILE}\` > holds |\n`;
    expect(coverageTable(text)).toEqual({
      rows: [{ ...row, proofs: [{ file: FILE, title: 'holds' }] }],
      faults: ['| other |'],
    });
  });

  it.each(['| WEB-1 | so long |', '| a rule | so long | |', '| | | web/src/a.spec.ts > holds |'])(
    'finds the line that is none: %s',
    (line) => expect(coverageTable(HEAD + line).faults).toEqual([line]),
  );

  it('finds a name that is there twice', () => {
    expect(coverageTable('| WEB-1 | a | |\n| WEB-1 | b | |').faults).toEqual(['WEB-1 is there twice']);
  });

  it('finds a built rule of the web app without a row', () => {
    const built = new Map([
      ['WEB-1', 'built'],
      ['WEB-2', 'built'],
      ['WEB-3', 'planned'],
      ['PAY-1', 'built'],
    ] as const);
    expect(rulesWithoutRow(built, { rows: [{ ...row, proofs: [] }], faults: [] })).toEqual(['WEB-2']);
  });

  it('asks the part web for page tests, and make test-web for those in the browser', () => {
    const page = { file: FILE, title: 'holds' };
    const browser = { file: 'web/e2e/every-route.e2e.ts', title: 'holds' };
    const unshown = (name: string, ran: { file: string; title: string }[]) =>
      unshownProofs(
        [page, browser],
        parts.filter((part) => part.name === name),
        ran,
        [],
        testFiles,
      );
    expect(unshown('web', [])).toEqual([page]);
    expect(unshown('web', [page])).toEqual([]);
    expect(unshown('test-web', [])).toEqual([browser]);
    expect(unshown('test-web', [browser])).toEqual([]);
    expect(unshown('unit', [])).toEqual([]);
  });
});

describe('the check of planted changes', () => {
  const mutation = { file: 'web/src/texts/frame.ts', before: '5 s', after: '6 s', row: 'WEB-1' };

  it('changes what is there exactly once, and refuses anything else', () => {
    expect(mutated('after 5 s.', mutation)).toBe('after 6 s.');
    expect(() => mutated('after 5 s, 5 s', mutation)).toThrow(/2 times, not once/);
    expect(() => mutated('after', mutation)).toThrow(/0 times, not once/);
  });

  it.each([
    [{ file: 'web/e2e/deployment.ts' }, 'no code of the web app'],
    [{ file: 'web/src/app/routes.spec.ts' }, 'no code of the web app'],
    [{ row: 'WEB-1: nothing of the kind' }, 'no row with one test'],
    [{ after: '5 s' }, 'changed to what it was'],
    [{}, '0 times'],
  ])('finds what is wrong with an entry: %j', (change, complaint) => {
    const rows = [
      { ...{ name: 'WEB-1', rule: 'WEB-1', shown: '' }, proofs: [{ file: 'web/src/a.spec.ts', title: 'a' }] },
    ];
    expect(mutationFaults([{ ...mutation, ...change }], { rows, faults: [] }, ROOT)).toEqual([
      expect.stringContaining(complaint),
    ]);
  });

  it('is caught when the test of its row fails, and no other of the file', () => {
    const proof = { file: 'a.spec.ts', title: 'at %d is %s' };
    const passed = { title: 'other', status: 'passed' };
    const failed = { title: 'at 80 is red', status: 'failed' };
    expect(escaped(proof, [passed, failed, { title: 'at 79 is green', status: 'passed' }])).toBeUndefined();
    expect(escaped(proof, [])).toBe('no test ran');
    expect(escaped(proof, [passed, { ...failed, status: 'passed' }])).toMatch(/passed all the same/);
    expect(escaped(proof, [{ ...passed, status: 'failed' }, failed])).toMatch(/failed as well: other/);
  });
});
