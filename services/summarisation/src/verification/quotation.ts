import type { Word } from './words.js';

/** How many words a quotation may omit in one place: engines leave out fillers, stutters and lead-ins. */
const LEFT_OUT = 3;
/** Bounds the work: a sentence is compared with the speech only at the first places where the speech has its first word. */
const MAX_STARTS = 200;

/** `in_one_turn`: one speaker said all of the quotation in one turn. `across_turns`: it ends in a later turn, so nobody said all of it. */
export type Quoted = 'in_one_turn' | 'across_turns';

/**
 * Whether `sentence` repeats the words of `said` in order and omits none that `matters` (a denial, a number); undefined when it does not. A sentence
 * that was said in one turn is the speaker's own and needs no further proof.
 */
export function quotedIn(
  sentence: readonly Word[],
  said: readonly Word[],
  matters: (word: Word) => boolean,
): Quoted | undefined {
  let starts = 0;
  let quoted: Quoted | undefined;
  for (let from = 0; from <= said.length - sentence.length && starts < MAX_STARTS; from += 1) {
    if (said[from].text !== sentence[0].text) continue;
    starts += 1;
    const last = lastOfRun(sentence, said, from, matters);
    if (last === undefined) continue;
    if (said[last].turn === said[from].turn) return 'in_one_turn';
    quoted = 'across_turns';
  }
  return quoted;
}

/** The most words of a repeated phrase: "I don't I don't think" repeats two. */
const LONGEST_REPEAT = 4;

/**
 * `words` without the phrases that a speaker says twice in a row. Engines remove such stutters, also those with a negation. A phrase that repeats the
 * end of another speaker's turn stays: without its first word, the turn would seem to begin a word later.
 */
export function withoutRepeats(words: readonly Word[]): Word[] {
  const kept: Word[] = [];
  for (const word of words) {
    kept.push(word);
    for (let length = 1; length <= LONGEST_REPEAT && 2 * length <= kept.length; length += 1) {
      const again = kept.length - length;
      const isAgain = kept.slice(again).every(({ text, turn }, at) => {
        const earlier = kept[again - length + at];
        return text === earlier.text && turn === earlier.turn;
      });
      if (isAgain) kept.length = again;
      if (isAgain) break;
    }
  }
  return kept;
}

/** How many words from `at` on repeat the words just before them, in one turn; 0 when none do. */
function repeatedAt(said: readonly Word[], at: number): number {
  for (let length = 1; length <= LONGEST_REPEAT && length <= at; length += 1) {
    const again = said.slice(at, at + length);
    const isAgain = again.every(({ text, turn }, index) => {
      const earlier = said[at - length + index];
      return text === earlier.text && turn === earlier.turn;
    });
    if (isAgain && again.length === length) return length;
  }
  return 0;
}

/** The position in `said` of the last word of the sentence, when the sentence begins at `from`. */
function lastOfRun(
  sentence: readonly Word[],
  said: readonly Word[],
  from: number,
  matters: (word: Word) => boolean,
): number | undefined {
  let at = from;
  for (const { text } of sentence) {
    let skipped = 0;
    while (at < said.length && said[at].text !== text) {
      // A stutter may be left out whole, also one with a negation.
      const again = at === from ? 0 : repeatedAt(said, at);
      if (again === 0 && (skipped === LEFT_OUT || matters(said[at]))) return undefined;
      if (again === 0) skipped += 1;
      at += Math.max(1, again);
    }
    if (at === said.length) return undefined;
    at += 1;
  }
  return at - 1;
}

/** The least share of a sentence's words that must match the speech, so that it is a quotation with changes. Each change is then examined. */
const MIN_ALIGNED = 0.75;
const MIN_WORDS = 4;
const MAX_WORDS = 150;

/** Where a quotation differs from the speech: the words that only the sentence has, and those that only the speech has. */
export interface Changes {
  added: Word[];
  leftOut: Word[];
  /** Whether the sentence has several words from each of two turns. */
  joinsTurns: boolean;
}

/** The changes in a quotation; null when `sentence` is not a quotation. */
export function changesOf(sentence: readonly Word[], said: readonly Word[]): Changes | null {
  if (sentence.length < MIN_WORDS || sentence.length > MAX_WORDS || said.length === 0) return null;
  const place = likest(sentence, said);
  const pairs = withoutStrays(aligned(sentence, place));
  if (pairs.length < MIN_ALIGNED * sentence.length) return null;
  const mine = new Set(pairs.map(([at]) => at));
  const theirs = new Set(pairs.map(([, at]) => at));
  const [from, to] = [pairs[0][1], pairs[pairs.length - 1][1]];
  // The matches are spread over a much longer stretch of speech: the words were picked from several sentences.
  if (to - from + 1 > 1.4 * sentence.length + 2) return null;
  return {
    joinsTurns: joinsTurns(pairs.map(([, at]) => place[at].turn)),
    added: sentence.filter((_, at) => !mine.has(at)),
    leftOut: place.slice(Math.max(0, from - 1), to + 2).filter((_, at) => !theirs.has(at + Math.max(0, from - 1))),
  };
}

/** A single matching word of another turn is a coincidence. */
const WORDS_OF_A_TURN = 2;

function joinsTurns(turns: readonly number[]): boolean {
  const counts = new Map<number, number>();
  for (const turn of turns) counts.set(turn, (counts.get(turn) ?? 0) + 1);
  return [...counts.values()].filter((count) => count >= WORDS_OF_A_TURN).length > 1;
}

/** Removes pairs at either end that are far from the other pairs: common words such as "the" match anywhere. */
function withoutStrays(pairs: readonly [number, number][]): readonly [number, number][] {
  let [from, to] = [0, pairs.length];
  while (to - from > 1 && pairs[from + 1][1] - pairs[from][1] > LEFT_OUT) from += 1;
  while (to - from > 1 && pairs[to - 1][1] - pairs[to - 2][1] > LEFT_OUT) to -= 1;
  return pairs.slice(from, to);
}

/** The stretch of the speech that has the most words in common with the sentence. */
function likest(sentence: readonly Word[], said: readonly Word[]): readonly Word[] {
  const size = Math.ceil(sentence.length * 1.4) + 2;
  if (said.length <= size) return said;
  const left = new Map<string, number>();
  for (const { text } of sentence) left.set(text, (left.get(text) ?? 0) + 1);
  let [common, best, bestAt] = [0, -1, 0];
  said.forEach(({ text }, at) => {
    const mine = left.get(text);
    if (mine !== undefined) {
      if (mine > 0) common += 1;
      left.set(text, mine - 1);
    }
    const gone = at >= size ? said[at - size].text : undefined;
    const theirs = gone === undefined ? undefined : left.get(gone);
    if (gone !== undefined && theirs !== undefined) {
      left.set(gone, theirs + 1);
      if (theirs + 1 > 0) common -= 1;
    }
    if (common > best) [best, bestAt] = [common, at];
  });
  const to = Math.min(said.length, bestAt + 1 + 2);
  return said.slice(Math.max(0, to - size - 2), to);
}

/** The longest common subsequence of two texts, as pairs of the indices of equal words. */
function aligned(one: readonly Word[], other: readonly Word[]): [number, number][] {
  const width = other.length + 1;
  const length = new Uint16Array((one.length + 1) * width);
  for (let i = one.length - 1; i >= 0; i -= 1)
    for (let j = other.length - 1; j >= 0; j -= 1)
      length[i * width + j] =
        one[i].text === other[j].text
          ? length[(i + 1) * width + j + 1] + 1
          : Math.max(length[(i + 1) * width + j], length[i * width + j + 1]);
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < one.length && j < other.length;) {
    if (one[i].text === other[j].text) pairs.push([i++, j++]);
    else if (length[(i + 1) * width + j] >= length[i * width + j + 1]) i += 1;
    else j += 1;
  }
  return pairs;
}
