import { linesOf, repositoryFiles } from './repository-files.js';

const MEDIAN_LIMIT = 80;
const LIMIT = 300;
const HEAPS = /(^|\/)(utils?|common|shared|core|helpers?|types|base|manager)(\.ts|\/)/;

const sources = repositoryFiles(/^(services|packages)\/.*\.tsx?$/).filter((path) => !path.includes('/import-rules/'));

describe('files of services and packages', () => {
  it('are looked at: there are hundreds of them', () => {
    expect(sources.length).toBeGreaterThan(300);
  });

  it(`have a median of at most ${MEDIAN_LIMIT} lines and none has more than ${LIMIT}`, () => {
    const sizes = sources.map((path) => ({ path, lines: linesOf(path) })).sort((a, b) => a.lines - b.lines);
    expect(sizes[Math.floor(sizes.length / 2)].lines).toBeLessThanOrEqual(MEDIAN_LIMIT);
    expect(sizes.filter(({ lines }) => lines > LIMIT)).toEqual([]);
  });

  it('are no barrels and no heaps', () => {
    expect(sources.filter((path) => path.endsWith('/index.ts') || HEAPS.test(path))).toEqual([]);
  });
});
