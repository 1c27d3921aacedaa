import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFiles, ROOT } from '../structure/repository-files.js';
import { chosenParts, partOf, readParts, type Run, TEST_FILE } from './part.js';

const PARTS = readParts(join(ROOT, 'packages/testing/src/parts.json'));
const names = (run: Run, only?: string) => chosenParts(PARTS, run, only).map(({ name }) => name);

describe('the parts of a run', () => {
  it('contain each test file of services, packages and the web app, and each part has a file or a command', () => {
    const files = repositoryFiles(TEST_FILE);
    expect(files.filter((file) => !partOf(PARTS, file))).toEqual([]);
    const homes = new Set(files.map((file) => partOf(PARTS, file)?.name));
    expect(PARTS.filter(({ name, command }) => !homes.has(name) && !command)).toEqual([]);
  });

  it('make test-full contains all of make test and make test-faults, which share no part', () => {
    const small = [...names('test'), ...names('faults')];
    expect(names('full')).toEqual(expect.arrayContaining(small));
    expect(new Set(small).size).toBe(small.length);
    expect(names('test')).not.toContain('chaos');
  });

  it('longest-files.json names files that exist', () => {
    const listed = Object.keys(JSON.parse(readFileSync(join(ROOT, 'packages/testing/src/longest-files.json'), 'utf8')));
    expect(listed.filter((file) => !partOf(PARTS, file) || !existsSync(join(ROOT, file)))).toEqual([]);
  });

  it('one part can be named in any run, and an unknown name is refused', () => {
    expect(names('full', 'chaos')).toEqual(['chaos']);
    expect(() => names('full', 'chaoss')).toThrow(/No part is named chaoss\. Parts: lint, /);
  });

  it('test-one runs the named file, and refuses anything that is not a test of the tree', () => {
    const file = 'packages/testing/src/parts/part.spec.ts';
    const [part] = chosenParts(PARTS, 'one', file);
    expect(partOf([part], file)).toBe(part);
    expect(chosenParts(PARTS, 'one', `./${file}`)[0].name).toBe(file);
    expect(partOf([part], file.replace('.spec', 'xspec'))).toBeUndefined();
    for (const none of [undefined, 'part.spec.ts', 'packages/testing/src/parts/part.ts', "x'; touch y; '.spec.ts"])
      expect(() => names('one', none)).toThrow(/No test file/);
  });
});
