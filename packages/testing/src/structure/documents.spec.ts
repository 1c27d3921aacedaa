import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { linesOf, repositoryFiles, ROOT } from './repository-files.js';

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

  it('name every business rule in the README, where people look for it', () => {
    const table = readFileSync(join(ROOT, 'README.md'), 'utf8');
    const rules = repositoryFiles(/^(services|packages)\/[^/]+\/src\/.*\.rule\.ts$/);
    expect(rules.length).toBeGreaterThan(60);
    expect(rules.filter((path) => !table.includes(`](${path})`))).toEqual([]);
  });

  it('describe every service in a README of its own', () => {
    const services = new Set(repositoryFiles(/^services\/[^/]+\/package\.json$/).map((path) => path.split('/')[1]));
    for (const service of services) expect(documents).toContain(`services/${service}/README.md`);
  });
});
