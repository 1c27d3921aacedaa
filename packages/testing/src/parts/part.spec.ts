import { join } from 'node:path';
import { repositoryFiles, ROOT } from '../structure/repository-files.js';
import { chosenParts, partOf, readParts, type Run } from './part.js';

const PARTS = readParts(join(ROOT, 'packages/testing/src/parts.json'));
const names = (run: Run, only?: string) => chosenParts(PARTS, run, only).map(({ name }) => name);

describe('the parts of a run', () => {
  it('have each test file of services, packages and the web app, and no part is without one or a command', () => {
    const files = repositoryFiles(
      /^((packages|services|proto)\/(?!testing\/(sample-template|import-rules)).*(\.spec|\.e2e)\.ts|web\/(src|e2e)\/.*\.(spec|e2e)\.tsx?)$/,
    );
    expect(files.filter((file) => !partOf(PARTS, file))).toEqual([]);
    const homes = new Set(files.map((file) => partOf(PARTS, file)?.name));
    expect(PARTS.filter(({ name, command }) => !homes.has(name) && !command)).toEqual([]);
  });

  it('make test-full has them all, and make test and make test-faults none twice', () => {
    expect(new Set(names('full'))).toEqual(new Set(PARTS.map(({ name }) => name)));
    expect(new Set([...names('test'), ...names('faults')]).size).toBe(names('test').length + names('faults').length);
  });

  it('make test ends with what is measured by the clock, alone, and has no faults in it', () => {
    expect(names('test')).toEqual(
      expect.arrayContaining(['lint', 'unit', 'integration', 'web', 'money', 'e2e', 'speed']),
    );
    expect(names('test')).not.toEqual(expect.arrayContaining(['chaos']));
    expect(PARTS.find(({ name }) => name === 'speed')).toMatchObject({ alone: true });
  });

  it('one part can be named in any run, and a name that is none is refused', () => {
    expect(names('full', 'chaos')).toEqual(['chaos']);
    expect(() => names('full', 'chaoss')).toThrow(/No part is named chaoss\. Parts: lint, /);
  });

  it('test-one runs the file named, and refuses what is no test of the tree', () => {
    const file = 'packages/testing/src/parts/part.spec.ts';
    const [part] = chosenParts(PARTS, 'one', file);
    expect(partOf([part], file)).toBe(part);
    expect(partOf([part], file.replace('.spec', 'xspec'))).toBeUndefined();
    for (const none of [undefined, 'part.spec.ts', 'packages/testing/src/parts/part.ts', "x'; touch y; '.spec.ts"])
      expect(() => names('one', none)).toThrow(/No test file/);
  });
});
