import { linesOf, repositoryFiles } from './repository-files.js';

const LIMIT = 300;
const HEAPS = /(^|\/)(utils?|common|shared|core|helpers?|types|base|manager)(\.ts|\/)/;

const sources = repositoryFiles(/^(services|packages|web)\/.*\.tsx?$/).filter(
  (path) => !path.includes('/import-rules/') && !path.endsWith('/generated-api.ts'),
);

describe('files of services, packages and the web app', () => {
  it(`have at most ${LIMIT} lines each`, () => {
    expect(sources.filter((path) => linesOf(path) > LIMIT)).toEqual([]);
  });

  it('are neither barrels nor dumping grounds', () => {
    expect(sources.filter((path) => path.endsWith('/index.ts') || HEAPS.test(path))).toEqual([]);
  });
});
