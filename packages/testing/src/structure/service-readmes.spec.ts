import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFiles, ROOT } from './repository-files.js';
import { settingsOf } from './service-settings.js';

const services = [...new Set(repositoryFiles(/^services\/[^/]+\/package\.json$/).map((path) => path.split('/')[1]))];

/** Settings in the first column of the README's table of settings. */
function described(readme: string): Set<string> {
  const [, table = ''] = /^\| setting \|.*\n\|[-|]+\n((?:\|.*\n)+)/m.exec(readme) ?? [];
  const firstColumn = table.split('\n').map((row) => row.split('|')[1] ?? '');
  return new Set(firstColumn.flatMap((cell) => [...cell.matchAll(/`([A-Z][A-Z0-9_]*)`/g)].map(([, name]) => name)));
}

const readmeOf = (service: string) => readFileSync(join(ROOT, 'services', service, 'README.md'), 'utf8');

describe('the settings in the README of a service', () => {
  it.each(services)('%s: are those that its process knows, all of them and no others', async (service) => {
    const { names } = await settingsOf(service);
    expect(names.size).toBeGreaterThan(5);
    expect([...described(readmeOf(service))].sort()).toEqual([...names].sort());
  });
});
