import { tenthAt } from '../../results/coverage.rule.js';
import { MOST_SHORT_SENTENCES } from '../../results/sentence-count.rule.js';
import type { Focus } from './focus.js';
import { FIT_FOR_OVERVIEW } from './quality.js';
import { Coverage, type Scored } from './ranking.js';
import type { Sliced } from '../../work/slices.js';
import { Subjects } from './subjects.js';
import type { TermIndex } from './terms.js';

/** The input of a selection: `units` in the order of the video, and whether each reads as a single sentence. */
export interface Choice {
  scored: Scored;
  units: readonly number[];
  textOf: (unit: number) => string;
  /** The share of numbers among the words of each unit. */
  numbers: Float64Array;
  readsAsOne: (unit: number) => boolean;
  startMsOf: (unit: number) => number;
  durationMs: number;
  focus?: Focus;
  /** Per unit, 0 to 1. */
  titleShares?: Float64Array;
}

/** Chosen units in the order of the video; `points` per part, and `extra`, which only the detailed length adds to a part. */
export interface Selection {
  overview: number[];
  parts: { start: number; points: number[]; extra: number[] }[];
}

const POINTS = { least: 5, most: 8 };
const PER_PART = { wanted: 3, most: 4 };
/** A unit of lower quality (a question, or "he" without a name) is not added only to cover a tenth of the video. */
const FIT_FOR_TENTH = 0.4;

/**
 * Chooses, in slices, the sentences of all three lengths (SUM-2) from the same units. Short has 2 to 3 sentences. Auto adds 5 to 8 key points.
 * Detail arranges all of these in parts, fills each part up to 3 or 4 sentences (a single part up to 8), and adds one from each tenth of the video
 * that has none yet (SUM-19). Each length contains the one before, so detail is always the longest.
 */
export function* select(choice: Choice): Sliced<Selection> {
  const { units, scored, durationMs } = choice;
  const minutes = durationMs / 60_000;
  const coverage = new Coverage(scored);
  const overview = yield* pickOverview(choice, coverage);

  const count = partCount(minutes, units.length);
  yield;
  const starts = partStarts(units, count, scored.index);
  const members = starts.map((from, part) => units.slice(from, starts[part + 1]));
  const points: number[][] = members.map(() => []);
  const most = count === 1 ? POINTS.most : PER_PART.most;
  const wanted = pointCount(minutes);
  for (let left = wanted; left > 0; left -= 1) {
    yield;
    // The first half of the points follows the prompt; the other half shows the rest of the video.
    const favour = left > wanted / 2 ? choice.focus?.favour([...overview, ...points.flat()]) : undefined;
    // Key points cover the whole video: each part gets one before any part gets a second.
    const bare = favour ? [] : members.filter((_, part) => points[part].length === 0);
    const open = bare.length > 0 ? bare : members.filter((_, part) => points[part].length < most);
    const unit = coverage.best(([] as number[]).concat(...open), favour);
    if (unit === null) break;
    coverage.take(unit);
    points[members.findIndex((ids) => ids.includes(unit))].push(unit);
  }
  const full = count === 1 ? POINTS.most : count <= 3 ? PER_PART.most : PER_PART.wanted;
  const parts: Selection['parts'] = [];
  for (const [part, ids] of members.entries()) {
    yield;
    const extra = coverage.pick(ids, full - points[part].length);
    parts.push({ start: ids[0], points: inOrder(points[part]), extra });
  }
  const shown = [...overview, ...parts.flatMap((part) => [...part.points, ...part.extra])];
  for (const tenth of tenthsWithout(shown, choice)) {
    yield;
    const [unit] = coverage.pick(tenth, 1);
    parts.findLast(({ start }) => start <= unit)!.extra.push(unit);
  }
  parts.forEach(({ extra }) => inOrder(extra));
  return { overview: inOrder(overview), parts };
}

/** For each tenth of the video without any of `shown`, its presentable units. Omits tenths without such units. */
function tenthsWithout(shown: readonly number[], { units, scored, startMsOf, durationMs }: Choice): number[][] {
  const tenthOf = (unit: number) => tenthAt(startMsOf(unit), durationMs);
  const covered = new Set(shown.map(tenthOf));
  const open = new Map<number, number[]>();
  for (const unit of units) {
    const tenth = tenthOf(unit);
    if (covered.has(tenth) || (scored.quality?.[unit] ?? 1) < FIT_FOR_TENTH) continue;
    const found = open.get(tenth);
    if (found) found.push(unit);
    else open.set(tenth, [unit]);
  }
  return [...open.values()];
}

function pointCount(minutes: number): number {
  return Math.max(POINTS.least, Math.min(POINTS.most, 4 + Math.round(minutes / 6)));
}

function inOrder(ids: number[]): number[] {
  return ids.sort((a, b) => a - b);
}

const UNITS_FOR_THREE = 6;
/** The opening sentence is chosen from this share of the beginning. */
const BEGINNING = { share: 0.12, units: 8 };
const WORDS = { least: 8, most: 45 };
/** The weight of the title for the opening sentence, and for the others. */
const TITLE = { opening: 3, others: 0.8 };
/** A speaker who announces the subject states it best: "Today I want to show you". */
const ANNOUNCEMENT =
  /\b(?:today|tonight|in this (?:video|talk|lecture|episode|lesson|course)|the story of|tell you|show you|talk about|explain)\b/i;
const ANNOUNCED = 2.5;
/** A shorter sentence seldom states the subject of a whole video. */
const FULL = { words: 13, otherwise: 0.6 };
/** The last words of a long video often sum it up. */
const CONCLUSION = { share: 0.04, units: 60, worth: 1.5 };
/** How much numbers lower the rank of a sentence for the overview: a sentence full of figures is about a detail. */
const NUMBERS = 2.5;
/** Bounds the work for a transcript in which nothing reads as one sentence. */
const MAX_TRIES = 100;

/**
 * Chooses the units of the overview, in no particular order: first an early one that states the subject, then those that add most. With a focus,
 * all of them match it. A reader must count 2 to 3 sentences, so a unit that reads as two is taken only when nothing else is left.
 */
export function* pickOverview(choice: Choice, coverage: Coverage): Sliced<number[]> {
  const { units, readsAsOne, focus, titleShares, scored } = choice;
  const wanted = Math.min(units.length, units.length >= UNITS_FOR_THREE ? MOST_SHORT_SENTENCES : 2);
  const fit = units.filter(
    (unit) =>
      (scored.quality?.[unit] ?? 1) >= FIT_FOR_OVERVIEW &&
      scored.words[unit] >= WORDS.least &&
      scored.words[unit] <= WORDS.most,
  );
  const open = new Set(focus || fit.length < wanted ? units : fit);
  const title = (unit: number) => titleShares?.[unit] ?? 0;
  const subjects = new Subjects(units.length, scored.index);
  yield;
  const overview: number[] = [];
  const general = (unit: number) => Math.max(0.2, 1 - NUMBERS * choice.numbers[unit]);
  const concludes = (unit: number) => units.length >= CONCLUSION.units && unit >= units.length * (1 - CONCLUSION.share);
  const full = (unit: number) => (scored.words[unit] >= FULL.words ? 1 : FULL.otherwise);
  const central = (unit: number) =>
    Math.sqrt(scored.rank[unit] + 0.1) * full(unit) * general(unit) * (concludes(unit) ? CONCLUSION.worth : 1);
  const opens = (unit: number) => (ANNOUNCEMENT.test(choice.textOf(unit)) ? ANNOUNCED : 1) * general(unit);
  const beginning = focus
    ? []
    : [...open].filter((unit) => unit < Math.max(BEGINNING.units, BEGINNING.share * units.length));
  const early = (unit: number) => 1 - (0.5 * unit) / Math.max(BEGINNING.units, BEGINNING.share * units.length);
  const bestFirst = (most: number): number[] => {
    const openers = overview.length === 0 ? beginning.filter((id) => open.has(id)) : [];
    if (openers.length > 0)
      return coverage.bestFirst(openers, (id) => early(id) * opens(id) * (1 + TITLE.opening * title(id)), most);
    return coverage.bestFirst(
      open,
      focus?.favour(overview, scored.quality) ??
        ((id) => central(id) * (1 + TITLE.others * title(id)) * subjects.newness(id, overview)),
      most,
    );
  };
  let tries = 0;
  while (tries < MAX_TRIES && overview.length < wanted) {
    const order = bestFirst(MAX_TRIES - tries);
    yield;
    if (order.length === 0) break;
    const at = order.findIndex(readsAsOne);
    for (const unit of order.slice(0, at < 0 ? order.length : at + 1)) open.delete(unit);
    tries += at < 0 ? order.length : at + 1;
    if (at < 0) continue;
    coverage.take(order[at]);
    overview.push(order[at]);
  }
  return [...overview, ...coverage.pick(units, wanted - overview.length)];
}

const MAX_PARTS = 12;
/** Fewer units than this do not form a part. */
const MIN_UNITS_PER_PART = 6;
/** How many units before and after a cut are compared. */
const WINDOW = 8;
/** How far a cut may move from its even position, as a share of a part. */
const SLACK = 0.2;

/** The number of parts of a video of `minutes` with `units` units: 2 for 3 minutes, 4 for 15, 7 for 60, at most 12. */
export function partCount(minutes: number, units: number): number {
  const wanted = Math.round(0.9 * Math.sqrt(minutes) + 0.4);
  return Math.max(1, Math.min(MAX_PARTS, wanted, Math.floor(units / MIN_UNITS_PER_PART)));
}

/**
 * The start of each part, as an index into `units` (unit ids in the order of the video); the first is 0. Parts have nearly equal lengths, and each
 * cut is where the words before and after have least in common. The result is approximate by nature.
 */
export function partStarts(units: readonly number[], count: number, index: TermIndex): number[] {
  const size = units.length / count;
  const slack = Math.min(Math.floor(size * SLACK), Math.floor((size - 2) / 2));
  const saidBefore = new Int32Array(index.weight.length).fill(-1);
  return Array.from({ length: count }, (_, part) => {
    if (part === 0) return 0;
    const equal = Math.round(part * size);
    let best = equal;
    let least = Infinity;
    for (let at = equal - slack; at <= equal + slack; at += 1) {
      const common = cohesion(units, at, index, saidBefore);
      if (common < least) [best, least] = [at, common];
    }
    return best;
  });
}

/**
 * The weight of the terms that occur both in the window before `at` and in the one after it. `saidBefore` is scratch space with one number per
 * term.
 */
function cohesion(units: readonly number[], at: number, index: TermIndex, saidBefore: Int32Array): number {
  for (let place = Math.max(0, at - WINDOW); place < at; place += 1) {
    const ids = index.ofUnit[units[place]];
    for (let k = 0; k < ids.length; k += 1) saidBefore[ids[k]] = at;
  }
  let common = 0;
  for (let place = at; place < Math.min(at + WINDOW, units.length); place += 1) {
    const ids = index.ofUnit[units[place]];
    for (let k = 0; k < ids.length; k += 1) if (saidBefore[ids[k]] === at) common += index.weight[ids[k]];
  }
  return common;
}
