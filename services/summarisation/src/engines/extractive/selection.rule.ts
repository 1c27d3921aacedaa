/**
 * Rule (decision 23): short is 2 to 3 sentences; auto is those as an overview and 5 to 8 key points; detail is all of
 * that by parts, each filled up to 2 to 4 sentences. Each length holds the one before, so detail is always the longest.
 */
import { Coverage, type Scored } from './coverage.rule.js';
import { partCount, partStarts } from './part.rule.js';

/** What a summary is chosen from: `units` in the order of the video, and whether one surely reads as a single sentence. */
export interface Choice {
  scored: Scored;
  units: readonly number[];
  readsAsOne: (unit: number) => boolean;
  durationMs: number;
}

/** Units in the order of the video; `points` per part, `extra` what detail adds to that part. */
export interface Selection {
  overview: number[];
  parts: { start: number; points: number[]; extra: number[] }[];
}

const SHORT_SENTENCES = 3;
const UNITS_FOR_THREE = 6;
const POINTS = { least: 5, most: 8 };
const PER_PART = { wanted: 3, most: 4 };
/** A bound on the work for a transcript in which nothing reads as one sentence. */
const MAX_TRIES = 100;

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
  for (let left = pointCount(minutes); left > 0; left -= 1) {
    const unit = coverage.best(members.flatMap((ids, part) => (points[part].length < most ? ids : [])));
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

/** "2 to 3 sentences" must hold for whoever counts: what reads as two sentences is taken only when nothing else is left. */
function pickOverview({ units, readsAsOne }: Choice, coverage: Coverage): number[] {
  const wanted = Math.min(units.length, units.length >= UNITS_FOR_THREE ? SHORT_SENTENCES : 2);
  const open = new Set(units);
  const overview: number[] = [];
  for (let tries = 0; tries < MAX_TRIES && overview.length < wanted; tries += 1) {
    const unit = coverage.best(open);
    if (unit === null) break;
    open.delete(unit);
    if (!readsAsOne(unit)) continue;
    coverage.take(unit);
    overview.push(unit);
  }
  return [...overview, ...coverage.pick(units, wanted - overview.length)];
}

/** Unit ids are their order in the video. */
function inOrder(ids: readonly number[]): number[] {
  return [...ids].sort((a, b) => a - b);
}
