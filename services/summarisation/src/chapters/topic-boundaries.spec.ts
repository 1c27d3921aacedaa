import { type Blocks, topicBoundaries } from './topic-boundaries.js';

const SHORT = { shortestMs: 0, most: 12 };

function blocksOf(...terms: number[][]): Blocks {
  return {
    terms: terms.map((ids) => Int32Array.from(ids)),
    vocabulary: 1 + Math.max(...terms.flat(), 0),
    startsMs: Array.from({ length: terms.length + 1 }, (_, at) => at * 60_000),
  };
}

/** The cost of one division, computed term by term from the formula. */
function costOf({ terms, vocabulary }: Blocks, starts: number[]): number {
  const total = terms.reduce((sum, ids) => sum + ids.length, 0);
  return starts.reduce((sum, from, at) => {
    const said = terms.slice(from, starts[at + 1]).flatMap((ids) => [...ids]);
    const counts = new Map<number, number>();
    for (const id of said) counts.set(id, (counts.get(id) ?? 0) + 1);
    const words = said.reduce((cost, id) => cost - Math.log((counts.get(id)! + 1) / (said.length + vocabulary)), 0);
    return sum + words + Math.log(total);
  }, 0);
}

function everyDivision(blocks: number): number[][] {
  return Array.from({ length: 2 ** (blocks - 1) }, (_, bits) => [
    0,
    ...Array.from({ length: blocks - 1 }, (__, at) => at + 1).filter((at) => bits & (1 << (at - 1))),
  ]);
}

/** A generator of integers below `limit`, with the same sequence in every run. */
function dice(seed: number): (limit: number) => number {
  return (limit) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 2 ** 32) * limit);
  };
}

describe('the division into topics', () => {
  it('has the lowest cost of all possible divisions, in 40 random texts', () => {
    const next = dice(7);
    for (let text = 0; text < 40; text += 1) {
      const blocks = blocksOf(
        ...Array.from({ length: 8 }, (_, at) =>
          Array.from({ length: 3 + next(10) }, () => next(6) + (at < next(8) ? 0 : 6)),
        ),
      );
      const costs = everyDivision(8).map((starts) => costOf(blocks, starts));
      expect(costOf(blocks, topicBoundaries(blocks, SHORT))).toBeCloseTo(Math.min(...costs), 6);
    }
  });

  it('cuts where the words change, and never inside one subject', () => {
    const [one, two] = [Array(8).fill([0, 1, 2, 3, 0, 1]), Array(6).fill([4, 5, 6, 7, 4, 5])] as number[][][];
    expect(topicBoundaries(blocksOf(...one, ...two), SHORT)).toEqual([0, 8]);
    expect(topicBoundaries(blocksOf(...one), SHORT)).toEqual([0]);
  });

  it('respects the shortest length of a topic and the largest number of topics', () => {
    const topics = Array.from({ length: 20 }, (_, at) => Array(30).fill(at) as number[]);
    expect(topicBoundaries(blocksOf(...topics), SHORT)).toHaveLength(12);
    const starts = topicBoundaries(blocksOf(...topics), { shortestMs: 240_000, most: 12 });
    expect(starts.length).toBeGreaterThan(1);
    expect([...starts.slice(1), 20].every((end, at) => end - starts[at] >= 4)).toBe(true);
  });

  it.each<[string, Blocks]>([
    ['nothing said', blocksOf([], [], [])],
    ['one block', blocksOf([0, 1])],
    ['no time between the blocks', { ...blocksOf([0], [1], [2]), startsMs: [0, 0, 0, 0] }],
  ])('is one topic of %s', (_, blocks) => {
    expect(topicBoundaries(blocks, { shortestMs: 120_000, most: 12 })).toEqual([0]);
  });
});
