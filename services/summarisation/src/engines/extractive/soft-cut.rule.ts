/** Rule (decision 23): speech without punctuation is cut where a clause opens, a comma stands or a caption line ends, never after "the". */
import type { SpokenWord } from './spoken-words.rule.js';

const REACH = 8;
/** English only; in other languages commas and caption lines decide alone. */
const OPENERS = new Set(
  'and because but if or since so then unless when where whether which while who although until'.split(' '),
);
const SUBJECTS = new Set("he i it it's she there they this we you you're".split(' '));
const DANGLING = new Set(
  (
    "a about an and are as at because be but by can for from had has have i if in into is it its it's my no not of on or our so than that that's the their " +
    "then there these they this to very was we were when which with would you your you've i've we've"
  ).split(' '),
);

/** The best place to cut `run` within reach of `wanted`; the piece before it ends there. Ties go to the nearer, then earlier. */
export function softCut(run: readonly SpokenWord[], wanted: number): number {
  let best = wanted;
  let most = -Infinity;
  for (let reach = 0; reach <= REACH; reach += 1) {
    for (const at of [wanted - reach, wanted + reach]) {
      if (at < 1 || at >= run.length) continue;
      const worth = worthOf(run[at - 1], run[at]) - reach / 4;
      if (worth > most) [best, most] = [at, worth];
    }
  }
  return best;
}

/** Whether nobody would stop speaking after `word`. */
export function isDangling(word: SpokenWord): boolean {
  return DANGLING.has(word.text.toLowerCase());
}

/** Whether a clause ends before `after`: a comma stands there, or a word that opens one. */
export function opensClause(before: SpokenWord, after: SpokenWord): boolean {
  return /[,;:、，]$/.test(before.text) || OPENERS.has(after.text.toLowerCase());
}

function worthOf(before: SpokenWord, after: SpokenWord): number {
  const last = before.text.toLowerCase();
  const next = after.text.toLowerCase();
  const comma = /[,;:、，]$/.test(last) ? 3 : 0;
  const opens = OPENERS.has(next) ? 3 : SUBJECTS.has(next) ? 1.5 : 0;
  return comma + opens + (after.lineStart ? 1 : 0) - (isDangling(before) ? 4 : 0);
}
