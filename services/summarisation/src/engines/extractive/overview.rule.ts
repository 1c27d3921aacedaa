/**
 * Rule (decision 23, "a quick 2-3 sentence overview"): the first sentence is an early one that says what the video is about,
 * the others add most to it; all are whole and understood by themselves. With a focus all speak of what was asked.
 */
import type { Choice } from './choice.rule.js';
import type { Coverage } from './coverage.rule.js';
import { FIT_FOR_OVERVIEW } from './quality.rule.js';

const SENTENCES = 3;
const UNITS_FOR_THREE = 6;
/** The opening sentence comes from so much of the beginning. */
const BEGINNING = { share: 0.12, units: 8 };
const WORDS = { least: 8, most: 45 };
/** What the title weighs in the choice of the opening sentence, and of the others. */
const TITLE = { opening: 3, others: 0.8 };
/** "Today I want to show you": who announces the subject says it best. */
const ANNOUNCEMENT =
  /\b(?:today|tonight|in this (?:video|talk|lecture|episode|lesson|course)|the story of|tell you|show you|talk about|explain)\b/i;
const ANNOUNCED = 2.5;
/** A shorter sentence seldom says what a whole video is about. */
const FULL = { words: 13, otherwise: 0.6 };
/** The last words of a long video often draw its sum. */
const CONCLUSION = { share: 0.04, units: 60, worth: 1.5 };
/** An overview is of the whole: a sentence full of figures is about a detail. */
const NUMBERS = 2.5;
/** A bound on the work for a transcript in which nothing reads as one sentence. */
const MAX_TRIES = 100;

/** The units of the overview, not in order. "2 to 3 sentences" must hold for whoever counts: what reads as two is taken only when nothing else is left. */
export function pickOverview(choice: Choice, coverage: Coverage): number[] {
  const { units, readsAsOne, focus, titleShares, scored } = choice;
  const wanted = Math.min(units.length, units.length >= UNITS_FOR_THREE ? SENTENCES : 2);
  const fit = units.filter(
    (unit) =>
      (scored.quality?.[unit] ?? 1) >= FIT_FOR_OVERVIEW &&
      scored.words[unit] >= WORDS.least &&
      scored.words[unit] <= WORDS.most,
  );
  const open = new Set(focus || fit.length < wanted ? units : fit);
  const title = (unit: number) => titleShares?.[unit] ?? 0;
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
  const bestFirst = (): number[] => {
    const openers = overview.length === 0 ? beginning.filter((id) => open.has(id)) : [];
    if (openers.length > 0)
      return coverage.bestFirst(openers, (id) => early(id) * opens(id) * (1 + TITLE.opening * title(id)));
    return coverage.bestFirst(
      open,
      focus?.favour(overview, scored.quality) ?? ((id) => central(id) * (1 + TITLE.others * title(id))),
    );
  };
  let tries = 0;
  while (tries < MAX_TRIES && overview.length < wanted) {
    const order = bestFirst().slice(0, MAX_TRIES - tries);
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
