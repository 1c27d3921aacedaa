import type { Chapter } from '../engines/summary-engine.js';
import { type Sliced, finished } from '../work/slices.js';
import { chapterTitles, type IndexedUnits } from './chapter-titles.js';
import { findingBoundaries } from './topic-boundaries.js';

const LIMITS = { shortestMs: 120_000, most: 12 };
/** The cost of finding boundaries grows with this number times the length of the video. */
const MOST_BLOCKS = 120;

/**
 * Finds approximate chapters by the words that are used: at most 12, each at least two minutes long, from 0 to `durationMs` without gaps, each
 * titled by a phrase that is said in it. None when the video has one subject, or is shorter than two chapters. `units` are in the order of the
 * video.
 */
export function lexicalChapters(spoken: IndexedUnits, durationMs: number): Chapter[] {
  return finished(findingChapters(spoken, durationMs));
}

/** Same as lexicalChapters(), in slices that let other work run. */
export function* findingChapters(spoken: IndexedUnits, durationMs: number): Sliced<Chapter[]> {
  const { units, index } = spoken;
  if (durationMs < 2 * LIMITS.shortestMs || units.length === 0) return [];
  const count = Math.min(MOST_BLOCKS, units.length);
  const blockStarts = Array.from({ length: count }, (_, at) => Math.floor((at * units.length) / count));
  const terms = blockStarts.map((from, at) => joined(index.ofUnit.slice(from, blockStarts[at + 1])));
  const startsMs = [...blockStarts.map((unit) => units[unit].startMs), durationMs];
  // The time before the first word belongs to the first chapter.
  startsMs[0] = 0;
  const topics = yield* findingBoundaries({ terms, vocabulary: index.weight.length, startsMs }, LIMITS);
  if (topics.length < 2) return [];
  const titles = yield* chapterTitles(
    spoken,
    topics.map((block) => blockStarts[block]),
  );
  return topics.map((block, at): Chapter => {
    const endMs = at + 1 < topics.length ? startsMs[topics[at + 1]] : durationMs;
    return { startMs: startsMs[block], endMs, title: titles[at], source: 'lexical' };
  });
}

function joined(lists: readonly (readonly number[])[]): Int32Array {
  const all = new Int32Array(lists.reduce((sum, ids) => sum + ids.length, 0));
  let at = 0;
  for (const ids of lists) {
    all.set(ids, at);
    at += ids.length;
  }
  return all;
}
