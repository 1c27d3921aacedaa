import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { linesOf, repositoryFiles, ROOT } from './repository-files.js';

const LONGEST_LINE = 200;

const documents = repositoryFiles(/\.md$/);

describe('documents', () => {
  it('name only files that exist', () => {
    const dead = documents.flatMap((path) =>
      [...readFileSync(join(ROOT, path), 'utf8').matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g)]
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

  it(`have no line of more than ${LONGEST_LINE} characters, tables included`, () => {
    const long = documents.flatMap((path) =>
      readFileSync(join(ROOT, path), 'utf8')
        .split('\n')
        .flatMap((line, index) => ([...line].length > LONGEST_LINE ? [`${path}:${index + 1}`] : [])),
    );
    expect(long).toEqual([]);
  });

  it("name every business rule in the table of its service's README", () => {
    const rules = repositoryFiles(/^services\/[^/]+\/src\/.*\.rule\.ts$/);
    expect(rules.length).toBeGreaterThan(30);
    const unnamed = rules.filter((path) => {
      const readme = readFileSync(join(ROOT, ...path.split('/').slice(0, 2), 'README.md'), 'utf8');
      return !readme.includes(basename(path));
    });
    expect(unnamed).toEqual([]);
  });

  it('describe every service in a README of its own', () => {
    const services = new Set(repositoryFiles(/^services\/[^/]+\/package\.json$/).map((path) => path.split('/')[1]));
    for (const service of services) expect(documents).toContain(`services/${service}/README.md`);
  });
});
