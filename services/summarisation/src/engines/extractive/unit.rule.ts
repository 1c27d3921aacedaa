/**
 * Rule (decision 23): a summary is made of units said in one piece: the sentences of a punctuated transcript, and
 * stretches of about 24 words, cut at pauses, turns and discourse markers, of one without punctuation.
 */
import { leadIn } from './opening.rule.js';
import { endsSentence } from './sentence-end.rule.js';
import { isDangling, opensClause, softCut } from './soft-cut.rule.js';
import type { SpokenWord } from './spoken-words.rule.js';

/**
 * One candidate for a summary, in the order of the video. `words` as spoken without a lead-in; `text` joins them, untidied.
 * `cutHead`, `cutTail`: nothing but its length made it begin or end where it does.
 */
export interface Unit {
  order: number;
  startMs: number;
  words: string[];
  text: string;
  cutHead: boolean;
  cutTail: boolean;
}

/** Research 4.3: at least one sentence end per so many words makes a transcript punctuated. */
const WORDS_PER_SENTENCE_END = 40;
const PAUSE_MS = 600;
const TARGET_WORDS = 24;
const MAX_WORDS = { spoken: 30, punctuated: 60 };
/** A marker cuts only after so many words, a pause only after so few: shorter stretches say nothing alone. */
const MIN_WORDS_BEFORE_MARKER = 12;
const MIN_WORDS_BEFORE_PAUSE = 6;
const MARKERS = new Set(['so', 'but', 'now', 'okay', 'ok', 'then', 'also', 'however', 'because']);
/** These begin something new wherever they stand; `restating` ones are the second half of a pair ("it is worn that's the mark"). */
const ANSWERS = { words: new Set(['yes', 'yeah', 'yep', 'okay', 'ok']), after: 3 };
const RESTATING = { words: new Set(["here's", "that's", "there's"]), after: 6 };
/** A clause that one of these opened so few words ago still waits for its main clause. */
const CONDITIONS = new Set(['if', 'when', 'once', 'since', 'because', 'while']);
const CONDITION_REACH = 8;
/** Nobody says a sentence of so many characters; a bound on what hostile captions can put into a summary. */
export const MAX_UNIT_CHARS = 500;

interface Piece {
  words: readonly SpokenWord[];
  cutHead: boolean;
  cutTail: boolean;
}

/** The units of a transcript; every word is in exactly one, but for lead-ins, which are left out. */
export function unitsOf(words: readonly SpokenWord[], language = 'und'): Unit[] {
  const ends = words.map((word, at) => endsSentence(word.text, words[at + 1]?.text));
  const punctuated = ends.filter((isEnd) => isEnd).length * WORDS_PER_SENTENCE_END >= words.length;
  const units: Unit[] = [];
  let from = 0;
  words.forEach((_, at) => {
    const next = words[at + 1];
    if (next && !ends[at] && !cutsBefore(words, at + 1, from, punctuated)) return;
    for (const piece of balanced(
      words.slice(from, at + 1),
      punctuated ? MAX_WORDS.punctuated : MAX_WORDS.spoken,
    ).flatMap(bounded)) {
      units.push(unitFrom(piece, leadIn(piece.words, language), units.length));
    }
    from = at + 1;
  });
  return units;
}

function cutsBefore(words: readonly SpokenWord[], at: number, from: number, punctuated: boolean): boolean {
  if (words[at].turn) return true;
  if (punctuated) return false;
  const said = at - from;
  if (words[at].pauseMs >= PAUSE_MS) return said >= MIN_WORDS_BEFORE_PAUSE;
  if (said < ANSWERS.after || isDangling(words[at - 1])) return false;
  const word = words[at].text.toLowerCase();
  if (ANSWERS.words.has(word)) return true;
  // "If the lever feels soft there's air in the line": the second half is the main clause.
  if (said >= RESTATING.after && RESTATING.words.has(word) && !isConditional(words.slice(from, from + 4))) return true;
  if (said < MIN_WORDS_BEFORE_MARKER) return false;
  return MARKERS.has(word === 'and' ? (words[at + 1]?.text.toLowerCase() ?? '') : word);
}

function isConditional(words: readonly SpokenWord[]): boolean {
  return words.some((word) => CONDITIONS.has(word.text.toLowerCase()));
}

/** Cuts a stretch that is too long into near-equal pieces, each where a thought most likely ends. */
function balanced(run: readonly SpokenWord[], maxWords: number): Piece[] {
  if (run.length <= maxWords) return [{ words: run, cutHead: false, cutTail: false }];
  const count = Math.max(2, Math.round(run.length / TARGET_WORDS));
  const cuts = Array.from({ length: count - 1 }, (_, k) => softCut(run, Math.round(((k + 1) * run.length) / count)));
  return [...cuts, run.length].map((to, k) => ({
    words: run.slice(k === 0 ? 0 : cuts[k - 1], to),
    cutHead: k > 0 && !opensClause(run[cuts[k - 1] - 1], run[cuts[k - 1]]),
    cutTail:
      to < run.length &&
      (!opensClause(run[to - 1], run[to]) || isConditional(run.slice(Math.max(0, to - CONDITION_REACH), to))),
  }));
}

function bounded(piece: Piece): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  let chars = 0;
  piece.words.forEach((word, at) => {
    const isFull = at > from && chars + word.text.length > MAX_UNIT_CHARS;
    if (isFull) pieces.push({ words: piece.words.slice(from, at), cutHead: from > 0 || piece.cutHead, cutTail: true });
    if (isFull) [from, chars] = [at, 0];
    chars += word.text.length + 1;
  });
  return from === 0 ? [piece] : [...pieces, { ...piece, words: piece.words.slice(from), cutHead: true }];
}

function unitFrom({ words: all, cutHead, cutTail }: Piece, leadInWords: number, order: number): Unit {
  const words = leadInWords === 0 ? all : all.slice(leadInWords);
  let text = words[0].text;
  for (let at = 1; at < words.length; at += 1) text += words[at].glued ? words[at].text : ` ${words[at].text}`;
  return {
    order,
    startMs: words[0].startMs,
    words: words.map((word) => word.text),
    text,
    cutHead: cutHead && leadInWords === 0,
    cutTail,
  };
}
