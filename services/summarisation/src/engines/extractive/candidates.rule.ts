/** Rule (decision 23): no sentence is said twice in a summary, and scraps of a few words are chosen only when there is little else. */
import type { Unit } from './unit.rule.js';

/** Below this length a unit seldom says anything by itself. */
const MIN_WORDS = 6;
/** With fewer proper units than this the scraps count too. */
const ENOUGH_UNITS = 12;

/** The ids of the units that may be chosen, in the order of the video. */
export function candidates(units: readonly Unit[]): number[] {
  const copies = new Map<string, Unit[]>();
  for (const unit of units) {
    const key = unit.text.toLowerCase().replace(/[\p{P}\p{S}\s]+$/u, '');
    if (!/[\p{L}\p{N}]/u.test(key)) continue;
    const said = copies.get(key);
    if (said) said.push(unit);
    else copies.set(key, [unit]);
  }
  const distinct = oneOfEach([...copies.values()]);
  const proper = distinct.filter((unit) => unit.words.length >= MIN_WORDS);
  return (proper.length >= ENOUGH_UNITS ? proper : distinct).map((unit) => unit.order);
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
