import { join } from 'node:path';
import { repositoryFiles, textOf } from './repository-files.js';

const files = repositoryFiles(/^services\/[^/]+\/src\/migrations\/[^/]+\.ts$/).filter(
  (path) => !path.endsWith('.spec.ts'),
);

describe('a migration of a service', () => {
  it.each(files)('%s is named by its number and what it does, and so is its class, which databases record', (path) => {
    const [, number, words] = /\/(\d{13})-([a-z]+(?:-[a-z]+)*)\.ts$/.exec(path) ?? [];
    const className = words?.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
    expect(textOf(path)).toContain(`export class ${className}${number} implements MigrationInterface`);
  });

  it.each(files)('%s is in the list of its service', (path) => {
    const [, service, file] = /^services\/([^/]+)\/src\/(migrations\/.+)\.ts$/.exec(path)!;
    expect(textOf(join('services', service, 'src/database.ts'))).toContain(`'./${file}.js'`);
  });
});
