import { endsSentence, isDangling, leadIn, opensClause, softCut } from './sentences.js';
import { MOST_ASKED, asks } from './questions.js';
import { PAUSE_EVERY, type Sliced, finished } from './slices.js';
import type { SpokenWord } from './spoken-words.js';
import { isUnfit, trailing } from './unfit.js';

/**
 * One candidate for a summary, in the order of the video. `words` as spoken without a lead-in; `text` joins them, untidied, a question with its mark.
 * `cutHead`, `cutTail`: nothing but its length made it begin or end where it does.
 */
export interface Unit {
  order: number;
  startMs: number;
  endMs: number;
  words: string[];
  text: string;
  cutHead: boolean;
  cutTail: boolean;
}

/** At least one sentence end per so many words makes a transcript punctuated. */
const WORDS_PER_SENTENCE_END = 40;
const PAUSE_MS = 600;
const TARGET_WORDS = 24;
const MAX_WORDS = { spoken: 30, punctuated: 45, unspaced: 60 };
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
/** No spoken sentence is this long; a bound on what hostile captions can put into a summary. */
export const MAX_UNIT_CHARS = 500;

interface Piece {
  words: readonly SpokenWord[];
  cutHead: boolean;
  cutTail: boolean;
}

/**
 * The units of a transcript: its sentences where it is punctuated, else stretches of about 24 words, cut at pauses, turns and discourse
 * markers. Every word is in exactly one unit, except lead-ins, which are left out.
 */
export function unitsOf(words: readonly SpokenWord[], language = 'und'): Unit[] {
  return finished(cuttingUnits(words, language));
}

/** unitsOf() in slices. */
export function* cuttingUnits(words: readonly SpokenWord[], language: string): Sliced<Unit[]> {
  const ends = new Uint8Array(words.length);
  let sentences = 0;
  for (let at = 0; at < words.length; at += 1) {
    if (at % PAUSE_EVERY.words === 0) yield;
    if (!endsSentence(words[at].text, at + 1 < words.length ? words[at + 1].text : undefined)) continue;
    ends[at] = 1;
    sentences += 1;
  }
  const punctuated = sentences * WORDS_PER_SENTENCE_END >= words.length;
  const units: Unit[] = [];
  let from = 0;
  for (let at = 0; at < words.length; at += 1) {
    if (at % PAUSE_EVERY.words === 0) yield;
    if (at + 1 < words.length && ends[at] === 0 && !cutsBefore(words, at + 1, from, punctuated)) continue;
    const run = words.slice(from, at + 1);
    const most = !punctuated ? MAX_WORDS.spoken : run[1]?.glued ? MAX_WORDS.unspaced : MAX_WORDS.punctuated;
    for (const piece of balanced(run, most).flatMap(bounded)) units.push(unitFrom(piece, language, units.length));
    from = at + 1;
  }
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
  const count = Math.max(
    2,
    maxWords === MAX_WORDS.punctuated ? Math.ceil(run.length / 40) : Math.round(run.length / TARGET_WORDS),
  );
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

function unitFrom({ words: all, cutHead, cutTail }: Piece, language: string, order: number): Unit {
  const from = leadIn(all, language);
  const to = all.length - trailing(all.slice(from), language);
  const words = from === 0 && to === all.length ? all : all.slice(from, to);
  let text = words[0].text;
  for (let at = 1; at < words.length; at += 1) text += words[at].glued ? words[at].text : ` ${words[at].text}`;
  const texts = words.map((word) => word.text);
  return {
    order,
    startMs: words[0].startMs,
    endMs: words[words.length - 1].endMs,
    words: texts,
    text: language === 'en' ? asked(text, texts) : text,
    cutHead: cutHead && from === 0,
    cutTail: cutTail && to === all.length,
  };
}

/** `text` with its question mark, where the order of the words asks and captions set none. A longer stretch goes on with something else. */
function asked(text: string, words: readonly string[]): string {
  if (words.length > MOST_ASKED || /[?!…:]["'”’)\]]*$/.test(text) || !asks(words)) return text;
  return `${text.replace(/[\s.,;–—-]+$/, '')}?`;
}

/** Below this length a unit seldom says anything by itself. */
const MIN_WORDS = 6;
/** With fewer proper units than this the scraps count too. */
const ENOUGH_UNITS = 12;

/** Five hours of speech have some 5,000 units; a bound on the work for hostile captions. */
const MAX_CANDIDATES = 20_000;
/** Below this share of letters and digits a unit is a drawing. */
const MIN_SPOKEN_SHARE = 0.4;

/** The ids of the units that may be chosen, in the order of the video: nothing said twice (SUM-8), and scraps of a few words or what is unfit only when there is little else. */
export function candidates(units: readonly Unit[], language = 'und'): number[] {
  return finished(findingCandidates(units, language));
}

/** candidates() in slices. */
export function* findingCandidates(units: readonly Unit[], language: string): Sliced<number[]> {
  const copies = new Map<string, Unit[]>();
  const lower: string[] = [];
  for (const unit of units) {
    if (lower.length % PAUSE_EVERY.units === 0) yield;
    lower[unit.order] = unit.text.toLowerCase();
    const spoken = withoutMarksAtEnd(lower[unit.order]);
    if (spokenShare(spoken) < MIN_SPOKEN_SHARE) continue;
    // A dash before a sentence is not shown, so it makes no other sentence of it.
    const first = spoken.charCodeAt(0);
    const key = first >= 0x61 && first <= 0x7a ? spoken : spoken.replace(/^[\p{P}\p{S}\s]+/u, '');
    const said = copies.get(key);
    if (said) said.push(unit);
    else copies.set(key, [unit]);
  }
  const distinct = oneOfEach([...copies.values()]);
  const proper = distinct.filter((unit) => unit.words.length >= MIN_WORDS);
  const fit: Unit[] = [];
  for (let at = 0; at < proper.length; at += 1) {
    if (at % PAUSE_EVERY.units === 0) yield;
    if (!isUnfit(proper[at].words, lower[proper[at].order], language)) fit.push(proper[at]);
  }
  const kept = [fit, proper].find((some) => some.length >= ENOUGH_UNITS) ?? distinct;
  const step = Math.ceil(kept.length / MAX_CANDIDATES);
  return kept.filter((_, at) => at % step === 0).map((unit) => unit.order);
}

/** The expression alone tries every place of a text in which a mark stands: nearly every sentence ends in a letter and one mark. */
function withoutMarksAtEnd(text: string): string {
  let end = text.length;
  while (end > 0 && PLAIN_MARKS.includes(text[end - 1])) end -= 1;
  const last = text.charCodeAt(end - 1);
  const body = text.slice(0, end);
  return last >= 0x61 && last <= 0x7a ? body : body.replace(/[\p{P}\p{S}\s]+$/u, '');
}

const PLAIN_MARKS = '.,!?;:"\')-';

function spokenShare(text: string): number {
  let silent = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // A vowel sign of Thai without its letter is nothing that is said.
    if (code >= 0x80 && !/[\p{L}\p{N}]/u.test(text)) return 0;
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

/** Of what is said several times one copy stays, in turn an earlier and a later one, so that a video that repeats itself is covered to its end. */
function oneOfEach(copies: readonly Unit[][]): Unit[] {
  let repeated = 0;
  const kept = copies.map((said) => (said.length === 1 ? said[0] : said[repeated++ % said.length]));
  return kept.sort((a, b) => a.order - b.order);
}

/** Whether `text` reads as one sentence to anyone who counts by the Unicode rules ("Dr. Smith came." reads as two). */
export function readsAsOne(text: string): boolean {
  return [...new Intl.Segmenter('und', { granularity: 'sentence' }).segment(text)].length === 1;
}
