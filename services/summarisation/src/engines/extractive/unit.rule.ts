/**
 * Rule (decision 23): a summary is made of units said in one piece: the sentences of a punctuated transcript, and
 * stretches of about 24 words, cut at pauses, turns and discourse markers, of one without punctuation.
 */
import { endsSentence } from './sentence-end.rule.js';
import { isDangling, softCut } from './soft-cut.rule.js';
import type { SpokenWord } from './spoken-words.rule.js';

/** One candidate for a summary, in the order of the video. `words` as spoken; `text` joins them, untidied. */
export interface Unit {
  order: number;
  startMs: number;
  words: string[];
  text: string;
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

/** The units of a transcript; every word is in exactly one. */
export function unitsOf(words: readonly SpokenWord[]): Unit[] {
  const ends = words.map((word, at) => endsSentence(word.text, words[at + 1]?.text));
  const punctuated = ends.filter((isEnd) => isEnd).length * WORDS_PER_SENTENCE_END >= words.length;
  const units: Unit[] = [];
  let from = 0;
  words.forEach((_, at) => {
    const next = words[at + 1];
    if (next && !ends[at] && !cutsBefore(words, at + 1, from, punctuated)) return;
    for (const piece of balanced(words.slice(from, at + 1), punctuated ? MAX_WORDS.punctuated : MAX_WORDS.spoken)) {
      units.push(unitFrom(piece, units.length));
    }
    from = at + 1;
  });
  return units;
}

function cutsBefore(words: readonly SpokenWord[], at: number, from: number, punctuated: boolean): boolean {
  if (words[at].turn) return true;
  if (punctuated) return false;
  if (words[at].pauseMs >= PAUSE_MS) return at - from >= MIN_WORDS_BEFORE_PAUSE;
  if (at - from < MIN_WORDS_BEFORE_MARKER || isDangling(words[at - 1])) return false;
  const marker = words[at].text.toLowerCase() === 'and' ? words[at + 1] : words[at];
  return MARKERS.has(marker?.text.toLowerCase() ?? '');
}

/** Cuts a stretch that is too long into near-equal pieces, each where a thought most likely ends. */
function balanced(run: readonly SpokenWord[], maxWords: number): (readonly SpokenWord[])[] {
  if (run.length <= maxWords) return [run];
  const count = Math.max(2, Math.round(run.length / TARGET_WORDS));
  const cuts = Array.from({ length: count - 1 }, (_, k) => softCut(run, Math.round(((k + 1) * run.length) / count)));
  return [...cuts, run.length].map((to, k) => run.slice(k === 0 ? 0 : cuts[k - 1], to));
}

function unitFrom(words: readonly SpokenWord[], order: number): Unit {
  let text = words[0].text;
  for (let at = 1; at < words.length; at += 1) text += words[at].glued ? words[at].text : ` ${words[at].text}`;
  return { order, startMs: words[0].startMs, words: words.map((word) => word.text), text };
}
