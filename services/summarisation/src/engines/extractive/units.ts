import type { SaidWords } from './bare-word.js';
import { Clauses } from './clauses.js';
import { MOST_ASKED, asks } from './questions.js';
import { endsSentence, leadIn } from './sentences.js';
import { PAUSE_EVERY, type Sliced, finished } from '../../work/slices.js';
import { type SpokenWords, WORD } from './spoken-words.js';
import { trailing } from './unfit.js';

/**
 * One candidate for a summary, in the order of the video. `words` are as spoken, without a lead-in, and `forms` are their numbers. `text` joins
 * them, untidied, and adds the mark of a question. `cutHead`, `cutTail`: the unit begins or ends there only because of its length.
 */
export interface Unit extends SaidWords {
  startMs: number;
  endMs: number;
  forms: Int32Array;
  text: string;
  cutHead: boolean;
  cutTail: boolean;
}

/** A transcript is punctuated when it has at least one sentence end for this many words. */
const WORDS_PER_SENTENCE_END = 40;
const TARGET_WORDS = 24;
const MAX_WORDS = { spoken: 30, punctuated: 45, unspaced: 60 };
/** Longer than any spoken sentence. Bounds what hostile captions can put into a summary. */
export const MAX_UNIT_CHARS = 500;

/** The words from `from` up to `to`. */
interface Piece {
  from: number;
  to: number;
  cutHead: boolean;
  cutTail: boolean;
}

/**
 * The units of a transcript. A punctuated one is divided into sentences, another one into stretches of about 24 words, cut at pauses, turns and
 * discourse markers. Every word is in exactly one unit, except lead-ins and connecting words at the end (unfit.ts), which are left out.
 */
export function unitsOf(words: SpokenWords, language = 'und'): Unit[] {
  return finished(cuttingUnits(words, language));
}

/** Same as unitsOf(), in slices that let other work run. */
export function* cuttingUnits(words: SpokenWords, language: string): Sliced<Unit[]> {
  const { ends, sentences } = yield* findingEnds(words);
  const isPunctuated = sentences * WORDS_PER_SENTENCE_END >= words.length;
  const clauses = new Clauses(words, language);
  const units: Unit[] = [];
  let from = 0;
  for (let to = 1; to <= words.length; to += 1) {
    if (to % PAUSE_EVERY.words === 0) yield;
    const isEnd = to === words.length || ends[to - 1] === 1 || words.has(to, WORD.turn);
    if (!isEnd && (isPunctuated || !clauses.cutsBefore(to, from))) continue;
    const isUnspaced = from + 1 < to && words.has(from + 1, WORD.glued);
    const most = !isPunctuated ? MAX_WORDS.spoken : isUnspaced ? MAX_WORDS.unspaced : MAX_WORDS.punctuated;
    for (const piece of balanced(clauses, from, to, most))
      for (const part of bounded(words, piece)) units.push(unitFrom(words, part, language));
    from = to;
  }
  return units;
}

/** Marks the words that end a sentence (1), and counts them. */
function* findingEnds(words: SpokenWords): Sliced<{ ends: Uint8Array; sentences: number }> {
  const mayEnd = yield* words.forms.judged((text) => Number(endsSentence(text, undefined)));
  const ends = new Uint8Array(words.length);
  let sentences = 0;
  for (let at = 0; at < words.length; at += 1) {
    if (at % PAUSE_EVERY.words === 0) yield;
    if (mayEnd[words.form[at]] === 0) continue;
    if (at + 1 < words.length && !endsSentence(words.textAt(at), words.textAt(at + 1))) continue;
    ends[at] = 1;
    sentences += 1;
  }
  return { ends, sentences };
}

/** Cuts a stretch that is too long into pieces of nearly equal length, each where a thought most likely ends. */
function balanced(clauses: Clauses, from: number, to: number, maxWords: number): Piece[] {
  const length = to - from;
  if (length <= maxWords) return [{ from, to, cutHead: false, cutTail: false }];
  const count = Math.max(
    2,
    maxWords === MAX_WORDS.punctuated ? Math.ceil(length / 40) : Math.round(length / TARGET_WORDS),
  );
  const cuts = Array.from({ length: count - 1 }, (_, k) =>
    clauses.softCut(from, to, from + Math.round(((k + 1) * length) / count)),
  );
  return [...cuts, to].map((end, k) => ({
    from: k === 0 ? from : cuts[k - 1],
    to: end,
    cutHead: k > 0 && !clauses.opensAt(cuts[k - 1]),
    cutTail: end < to && (!clauses.opensAt(end) || clauses.isConditional(from, end)),
  }));
}

/** Cuts a piece that has more characters than a unit may have. */
function bounded(words: SpokenWords, piece: Piece): Piece[] {
  const pieces: Piece[] = [];
  let { from } = piece;
  let chars = 0;
  for (let at = from; at < piece.to; at += 1) {
    const { length } = words.textAt(at);
    if (at > from && chars + length > MAX_UNIT_CHARS) {
      pieces.push({ from, to: at, cutHead: from > piece.from || piece.cutHead, cutTail: true });
      [from, chars] = [at, 0];
    }
    chars += length + 1;
  }
  return pieces.length === 0 ? [piece] : [...pieces, { ...piece, from, cutHead: true }];
}

function unitFrom(words: SpokenWords, piece: Piece, language: string): Unit {
  const { texts } = words.forms;
  const from = piece.from + leadIn(words, piece.from, piece.to, language);
  const to = piece.to - trailing(words, from, piece.to, language);
  const forms = words.form.subarray(from, to);
  const spoken = new Array<string>(forms.length);
  let isPlain = true;
  let isGlued = false;
  for (let at = 0; at < forms.length; at += 1) {
    spoken[at] = texts[forms[at]];
    isPlain &&= words.forms.bareOf(forms[at]) === spoken[at];
    isGlued ||= at > 0 && words.has(from + at, WORD.glued);
  }
  const said = { words: spoken, plain: isPlain ? spoken : spoken.map((_, at) => words.forms.bareOf(forms[at])) };
  const text = isGlued ? joined(words, from, to) : spoken.join(' ');
  return {
    startMs: words.startMs[from],
    endMs: words.endMs[to - 1],
    words: said.words,
    plain: said.plain,
    forms,
    text: language === 'en' ? asked(text, said) : text,
    cutHead: piece.cutHead && from === piece.from,
    cutTail: piece.cutTail && to === piece.to,
  };
}

/** Joins words of which some follow without a space. */
function joined(words: SpokenWords, from: number, to: number): string {
  let text = words.textAt(from);
  for (let at = from + 1; at < to; at += 1)
    text += words.has(at, WORD.glued) ? words.textAt(at) : ` ${words.textAt(at)}`;
  return text;
}

/**
 * Adds a question mark to `text` when the order of its words asks and captions set none. A longer stretch continues with something else, and is
 * left unchanged.
 */
function asked(text: string, said: SaidWords): string {
  if (said.words.length > MOST_ASKED || !asks(said) || /[?!…:]["'”’)\]]*$/.test(text)) return text;
  return `${text.replace(/[\s.,;–—-]+$/, '')}?`;
}

const SENTENCES = new Intl.Segmenter('und', { granularity: 'sentence' });

/** Whether `text` is one sentence by the Unicode rules ("Dr. Smith came." counts as two). */
export function readsAsOne(text: string): boolean {
  return [...SENTENCES.segment(text)].length === 1;
}
