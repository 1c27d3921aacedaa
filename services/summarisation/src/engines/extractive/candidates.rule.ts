/** Rule (decision 23): no sentence is said twice in a summary, and scraps of a few words are chosen only when there is little else. */
import type { Unit } from './unit.rule.js';

/** Below this length a unit seldom says anything by itself. */
const MIN_WORDS = 6;
/** With fewer proper units than this the scraps count too. */
const ENOUGH_UNITS = 12;

/** Five hours of speech have some 5,000 units; a bound on the work for hostile captions. */
const MAX_CANDIDATES = 20_000;
/** Below this share of letters and digits a unit is a drawing. */
const MIN_SPOKEN_SHARE = 0.4;

/** The ids of the units that may be chosen, in the order of the video. */
export function candidates(units: readonly Unit[]): number[] {
  const copies = new Map<string, Unit[]>();
  for (const unit of units) {
    const key = unit.text.toLowerCase().replace(/[\p{P}\p{S}\s]+$/u, '');
    if (spokenShare(key) < MIN_SPOKEN_SHARE) continue;
    const said = copies.get(key);
    if (said) said.push(unit);
    else copies.set(key, [unit]);
  }
  const distinct = oneOfEach([...copies.values()]);
  const proper = distinct.filter((unit) => unit.words.length >= MIN_WORDS);
  const kept = proper.length >= ENOUGH_UNITS ? proper : distinct;
  const step = Math.ceil(kept.length / MAX_CANDIDATES);
  return kept.filter((_, at) => at % step === 0).map((unit) => unit.order);
}

function spokenShare(text: string): number {
  let silent = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 0x80) return 1 - (text.match(/[^\p{L}\p{N}\p{M}\s]/gu)?.length ?? 0) / text.length;
    const isSaid =
      (code >= 0x61 && code <= 0x7a) ||
      (code >= 0x41 && code <= 0x5a) ||
      (code >= 0x30 && code <= 0x39) ||
      code === 0x20;
    if (!isSaid) silent += 1;
  }
  return text === '' ? 0 : 1 - silent / text.length;
}

/** Of what is said several times one copy stays, in turn an earlier and a later one: a video that repeats itself is covered to its end. */
function oneOfEach(copies: readonly Unit[][]): Unit[] {
  let repeated = 0;
  const kept = copies.map((said) => (said.length === 1 ? said[0] : said[repeated++ % said.length]));
  return kept.sort((a, b) => a.order - b.order);
}

/** Whether `text` reads as one sentence to anyone who counts by the Unicode rules ("Dr. Smith came." reads as two). */
export function readsAsOne(text: string): boolean {
  return [...new Intl.Segmenter('und', { granularity: 'sentence' }).segment(text)].length === 1;
}
