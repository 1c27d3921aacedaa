import { join } from 'node:path';
import { repositoryFiles, ROOT } from '../structure/repository-files.js';
import { partRuns } from '../proofs/proofs.js';
import { chosenParts } from './part.js';

const LIST = join(ROOT, 'packages/testing/src/parts.json');
const names = (run: Parameters<typeof chosenParts>[1], only?: string) =>
  chosenParts(LIST, run, only).map(({ name }) => name);

describe('the parts of a run', () => {
  it('make test and make test-faults have each part once between them, and test-full has them all', () => {
    expect([...names('test'), ...names('faults')]).toEqual(names('full'));
    expect(new Set(names('full')).size).toBe(names('full').length);
  });

  it('have each test file once', () => {
    const parts = chosenParts(LIST, 'full');
    const files = repositoryFiles(
      /^((packages|services|proto)\/(?!testing\/(sample-template|import-rules)).*(\.spec|\.e2e)\.ts|web\/src\/.*\.spec\.tsx?)$/,
    );
    const homes = files.map(
      (path) => `${path}: ${parts.filter((part) => partRuns(part, path)).map(({ name }) => name)}`,
    );
    expect(homes.filter((line) => !/: [a-z0-9-]+$/.test(line))).toEqual([]);
    expect(files.length).toBeGreaterThan(300);
  });

  it('test-stress has those that many people run beside other work', () => {
    expect(names('stress')).toEqual(['unit', 'integration', 'e2e']);
  });

  it('one part can be named in any run, and a name that is none is refused', () => {
    expect(names('full', 'chaos')).toEqual(['chaos']);
    expect(() => names('full', 'chaoss')).toThrow(/No part is named chaoss\. Parts: structure, /);
  });

  it('test-one runs the file named, and refuses what is no test of the tree', () => {
    const file = 'packages/testing/src/parts/part.spec.ts';
    expect(chosenParts(LIST, 'one', file)).toMatchObject([
      { name: file, command: expect.stringContaining(`'${file}'`) },
    ]);
    for (const none of [undefined, 'part.spec.ts', 'packages/testing/src/parts/part.ts', "x'; touch y; '.spec.ts"])
      expect(() => names('one', none)).toThrow(/No test file/);
  });
});
