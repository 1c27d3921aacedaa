import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { linesOf, repositoryFiles, ROOT, textOf } from './repository-files.js';

const LONGEST_LINE = 200;

const documents = repositoryFiles(/\.md$/);

/** Converts the cents in the arguments of `periods(...)` to US dollars. */
const pricesOf = (cents: string) => cents.split(',').map((word) => Number(word.trim().replaceAll('_', '')) / 100);

describe('documents', () => {
  it('name only files that exist', () => {
    const dead = documents.flatMap((path) =>
      [...textOf(path).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g)]
        .map((match) => match[1])
        .filter((target) => !existsSync(join(ROOT, dirname(path), target)))
        .map((target) => `${path} -> ${target}`),
    );
    expect(dead).toEqual([]);
  });

  it('keep ARCHITECTURE.md at 150 lines or fewer', () => {
    expect(linesOf('ARCHITECTURE.md')).toBeLessThanOrEqual(150);
  });

  it('keep README.md at 120 lines or fewer', () => {
    expect(linesOf('README.md')).toBeLessThanOrEqual(120);
  });

  // Counted in bytes: many tools show three-byte characters, such as box drawings, wider than here.
  it(`have no line of more than ${LONGEST_LINE} characters, tables and diagrams included`, () => {
    const long = documents.flatMap((path) =>
      textOf(path)
        .split('\n')
        .flatMap((line, index) => (Buffer.byteLength(line) > LONGEST_LINE ? [`${path}:${index + 1}`] : [])),
    );
    expect(long).toEqual([]);
  });

  it("name every business rule in the table of its service's README", () => {
    const rules = repositoryFiles(/^services\/[^/]+\/src\/.*\.rule\.ts$/);
    expect(rules.length).toBeGreaterThan(30);
    const unnamed = rules.filter((path) => {
      const readme = textOf(join(...path.split('/').slice(0, 2), 'README.md'));
      return !readme.includes(basename(path));
    });
    expect(unnamed).toEqual([]);
  });

  it('name only commands that exist', () => {
    const targets = [...textOf('Makefile').matchAll(/^([a-z][a-z-]*):/gm)].map(([, name]) => name);
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: object };
    const known = new Set([
      ...targets.map((name) => `make ${name}`),
      ...Object.keys(scripts).map((name) => `npm run ${name}`),
    ]);
    const named = documents
      .filter((path) => path !== 'CHANGELOG.md')
      .flatMap((path) => {
        const text = textOf(path);
        return [...text.matchAll(/`(make [a-z][a-z-]*|npm run [a-z][a-z:-]*)/g)].map(([, command]) => ({
          path,
          command,
        }));
      });
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter(({ command }) => !known.has(command))).toEqual([]);
  });

  it('list the plans on sale in the README', () => {
    const catalogue = textOf('services/billing/src/plans/plan-catalogue.ts');
    const sold = [
      ...catalogue.matchAll(/name: '(\w+)',.*?videosPerMonth: ([\d_]+),\s*durations: (?:periods\((.*?)\)|\[\])/gs),
    ];
    const numbers = (text = '') => (text.match(/[\d_.,]+/g) ?? []).map((word) => Number(word.replace(/[_,]/g, '')));
    const rows = [...textOf('README.md').matchAll(/^\| (\w+) \| ([\d,]+) \|(.*)\|$/gm)];
    expect(rows.length).toBe(4);
    expect(rows.map(([, name, videos, prices]) => [name, ...numbers(videos), ...numbers(prices)])).toEqual(
      sold.map(([, name, videos, cents]) => [name, ...numbers(videos), ...(cents ? pricesOf(cents) : [0])]),
    );
  });
});
