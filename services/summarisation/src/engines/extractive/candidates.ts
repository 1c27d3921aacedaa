import { PAUSE_EVERY, type Sliced, finished } from '../../work/slices.js';
import { isUnfit } from './unfit.js';
import type { Unit } from './units.js';

/** In words. A shorter unit seldom says anything by itself. */
const MIN_WORDS = 6;
/** With fewer proper units than this, short scraps are candidates too. */
const ENOUGH_UNITS = 12;

/** Five hours of speech have some 5,000 units. Bounds the work for hostile captions. */
const MAX_CANDIDATES = 20_000;
/** A unit with a lower share of letters and digits is a drawing. */
const MIN_SPOKEN_SHARE = 0.4;

/**
 * Returns the ids of the units that may be chosen, in the order of the video. Nothing is repeated (SUM-8). Scraps of a few words and unfit units
 * are included only when there is little else.
 */
export function candidates(units: readonly Unit[], language = 'und'): number[] {
  return finished(findingCandidates(units, language));
}

/** Same as candidates(), in slices that let other work run. */
export function* findingCandidates(units: readonly Unit[], language: string): Sliced<number[]> {
  const copies = new Map<string, number[]>();
  const lower: string[] = [];
  for (let id = 0; id < units.length; id += 1) {
    if (id % PAUSE_EVERY.units === 0) yield;
    lower.push(units[id].text.toLowerCase());
    const spoken = withoutMarksAtEnd(lower[id]);
    if (!isSpoken(spoken)) continue;
    // A dash before a sentence is not shown, so it does not make the sentence different.
    const first = spoken.charCodeAt(0);
    const key = first >= 0x61 && first <= 0x7a ? spoken : spoken.replace(/^[\p{P}\p{S}\s]+/u, '');
    const said = copies.get(key);
    if (said) said.push(id);
    else copies.set(key, [id]);
  }
  const distinct = oneOfEach([...copies.values()]);
  const proper = distinct.filter((id) => units[id].words.length >= MIN_WORDS);
  const fit: number[] = [];
  for (let at = 0; at < proper.length; at += 1) {
    if (at % PAUSE_EVERY.units === 0) yield;
    if (!isUnfit(units[proper[at]], lower[proper[at]], language)) fit.push(proper[at]);
  }
  const kept = [fit, proper].find((some) => some.length >= ENOUGH_UNITS) ?? distinct;
  const step = Math.ceil(kept.length / MAX_CANDIDATES);
  return kept.filter((_, at) => at % step === 0);
}

/** The expression alone would try every mark in a text. Nearly every sentence ends in a letter and one mark, which needs no expression. */
function withoutMarksAtEnd(text: string): string {
  let end = text.length;
  while (end > 0 && PLAIN_MARKS.includes(text[end - 1])) end -= 1;
  const last = text.charCodeAt(end - 1);
  const body = text.slice(0, end);
  return last >= 0x61 && last <= 0x7a ? body : body.replace(/[\p{P}\p{S}\s]+$/u, '');
}

const PLAIN_MARKS = '.,!?;:"\')-';

/** Whether enough of `text`, in lower case, is letters and digits. Half of a plain sentence is proof enough; only other texts are read whole. */
function isSpoken(text: string): boolean {
  let plain = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if ((code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39)) plain += 1;
    if (2 * plain >= text.length) return true;
  }
  // A Thai vowel sign without its letter is not speech. Neither are "Ⅷ" and "٣٤" alone: verification never supports a sentence of them.
  if (!/[\p{L}\d]/u.test(text)) return false;
  const silent = text.match(/[^\p{L}\p{N}\p{M}\s]/gu)?.length ?? 0;
  return 1 - silent / text.length >= MIN_SPOKEN_SHARE;
}

/** Keeps one copy of repeated sentences, alternately an earlier and a later one, so that a video that repeats itself is covered to its end. */
function oneOfEach(copies: readonly number[][]): number[] {
  let repeated = 0;
  const kept = copies.map((said) => (said.length === 1 ? said[0] : said[repeated++ % said.length]));
  return kept.sort((a, b) => a - b);
}
