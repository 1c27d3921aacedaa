/**
 * Rule (decision 23): short is 2 to 3 sentences; auto is those as an overview and 5 to 8 key points; detail is all of
 * that by parts, each filled up to 2 to 4 sentences. Each length holds the one before, so detail is always the longest.
 */
import type { Choice } from './choice.rule.js';
import { Coverage } from './coverage.rule.js';
import { pickOverview } from './overview.rule.js';
import { partCount, partStarts } from './part.rule.js';

/** Units in the order of the video; `points` per part, `extra` what detail adds to that part. */
export interface Selection {
  overview: number[];
  parts: { start: number; points: number[]; extra: number[] }[];
}

const POINTS = { least: 5, most: 8 };
const PER_PART = { wanted: 3, most: 4 };

/** Chooses the sentences of all three lengths. */
export function select(choice: Choice): Selection {
  const { units, scored, durationMs } = choice;
  const minutes = durationMs / 60_000;
  const coverage = new Coverage(scored);
  const overview = pickOverview(choice, coverage);

  const count = partCount(minutes, units.length);
  const starts = partStarts(units, count, scored.index);
  const members = starts.map((from, part) => units.slice(from, starts[part + 1]));
  const points: number[][] = members.map(() => []);
  const most = count === 1 ? POINTS.most : PER_PART.most;
  const wanted = pointCount(minutes);
  for (let left = wanted; left > 0; left -= 1) {
    const open = members.flatMap((ids, part) => (points[part].length < most ? ids : []));
    // The first half keeps to what was asked; the other half shows the rest of the video.
    const favour = left > wanted / 2 ? choice.focus?.favour([...overview, ...points.flat()]) : undefined;
    // Key points are of the whole video: each part has one before any has a second.
    const bare = members.flatMap((ids, part) => (points[part].length === 0 ? ids : []));
    const unit = coverage.best(!favour && bare.length > 0 ? bare : open, favour);
    if (unit === null) break;
    coverage.take(unit);
    points[members.findIndex((ids) => ids.includes(unit))].push(unit);
  }
  const full = count === 1 ? POINTS.most : count <= 3 ? PER_PART.most : PER_PART.wanted;
  const parts = members.map((ids, part) => ({
    start: ids[0],
    points: inOrder(points[part]),
    extra: inOrder(coverage.pick(ids, full - points[part].length)),
  }));
  return { overview: inOrder(overview), parts };
}

function pointCount(minutes: number): number {
  return Math.max(POINTS.least, Math.min(POINTS.most, 4 + Math.round(minutes / 6)));
}

function inOrder(ids: number[]): number[] {
  return ids.sort((a, b) => a - b);
}
