import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repositoryFiles, ROOT } from './repository-files.js';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const folders = repositoryFiles(/^(proto|packages\/[^/]+|services\/[^/]+)\/tsconfig\.json$/).map(dirname);
const folderOf = new Map(
  folders.map((folder) => [(JSON.parse(read(`${folder}/package.json`)) as { name: string }).name, folder]),
);

const importedBy = (folder: string): Set<string> => {
  const names = repositoryFiles(/\.ts$/)
    .filter((path) => path.startsWith(`${folder}/src/`))
    .flatMap((path) => [...read(path).matchAll(/from '(@precis\/[a-z0-9-]+)/g)].map((match) => match[1]));
  return new Set(names.map((name) => folderOf.get(name)!).filter((other) => other !== folder));
};

const listedBy = (folder: string): Set<string | undefined> => {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(read(`${folder}/package.json`)) as Record<
    string,
    Record<string, string>
  >;
  return new Set(Object.keys({ ...dependencies, ...devDependencies }).map((name) => folderOf.get(name)));
};

describe('the order of the build', () => {
  // A missing reference builds on a machine that has an older dist/, and fails in a fresh clone.
  it('is written in every tsconfig.json as services.json and the package.json files say', () => {
    const { stderr } = spawnSync(process.execPath, [join(ROOT, 'services/write-references.main.mjs'), '--check'], {
      env: { ...process.env, NODE_OPTIONS: '' },
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
  });

  it.each(folders)('%s lists every workspace it imports in its package.json', (folder) => {
    expect([...importedBy(folder)].filter((other) => !listedBy(folder).has(other))).toEqual([]);
  });
});
