import { VOICE_NAMES, withoutMarks } from '../../transcripts/caption-marks.js';
import { LONGEST_VIDEO_MS } from '../../transcripts/cue-times.js';
import type { TranscriptSegment } from '../../transcripts/captions.js';
import { withoutSounds } from '../../transcripts/sound-notes.rule.js';
import { finished, type Sliced } from '../../work/slices.js';
import { WordForms } from './word-forms.js';

/** A line with spoken words, in the order of the video. `turn`: a new speaker starts here. */
export interface CleanLine {
  startMs: number;
  endMs: number;
  words: string[];
  turn: boolean;
}

/** Postgres cannot store NUL; direction overrides could make a sentence read as another one. */
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\ufffd]/g;
/** Nearly every line contains none of these; only the others pay for the expressions above. */
const SUSPECT =
  /[\u0000-\u001f\u007f-\u00a0\u2000-\u200f\u2028-\u202e\u205f-\u2069\u3000\ud800-\udfff\ufeff\ufffd<>[(♪♫&]|^\s*[-–—]\s/;
/** Does not match the brackets that end `Map<String, List<Integer>>`. */
const TURN = /(?<![\p{L}\p{N}])>>+|&gt;&gt;|^\s*[-–—]\s/gu;
/** "- Are you ready? - Yes.": when a dash opens a caption, a dash after a sentence marks the next speaker. */
const DASHED = { first: /^\s*[-–—]\s/, next: /(?<=[.?!…]["'”’)]?) [-–—] /g };
/** A line that repeats at least this many of the last words is a rolling caption, not a speaker. */
const MIN_REPEATED_WORDS = 3;
const MAX_REPEATED_WORDS = 40;

/** Three days of speech. Anything beyond that in hostile captions is not read, because each later step pays for every word. */
const MAX_CHARS = 4_000_000;
const MAX_WORDS = 500_000;

/** A CleanLine whose words are numbers in a WordForms table. */
interface NumberedLine extends Omit<CleanLine, 'words'> {
  forms: number[];
}

/** A caption before it is divided by speaker: `turns` are the positions of the words with which a new speaker starts. */
interface Caption extends Omit<NumberedLine, 'turn'> {
  turns: readonly number[];
}

/**
 * Returns the lines of `segments` that contain spoken words, sorted and clipped so that no line reaches into the next. Sound notes, markup, turn
 * marks and the repeated halves of rolling captions are removed: a summary holds only what is said.
 */
export function cleanTranscript(segments: readonly TranscriptSegment[]): CleanLine[] {
  return finished(cleaningTranscript(segments));
}

/** Same as cleanTranscript(), in slices that let other work run. */
export function* cleaningTranscript(segments: readonly TranscriptSegment[]): Sliced<CleanLine[]> {
  const forms = new WordForms();
  const lines: CleanLine[] = [];
  for (const line of cleanLines(segments, forms)) {
    yield;
    if (!line) continue;
    const { startMs, endMs, turn } = line;
    lines.push({ startMs, endMs, words: line.forms.map((form) => forms.texts[form]), turn });
  }
  return lines;
}

/**
 * Same as cleanTranscript(), line by line, with words numbered in `forms`, so that a caller that reads hours of speech need not keep them. Yields
 * undefined for a segment that says nothing new, so that a long run of those does not block other work.
 */
export function* cleanLines(
  segments: readonly TranscriptSegment[],
  forms: WordForms,
): Generator<NumberedLine | undefined, void> {
  const sorted = inOrder(segments);
  // A line ends where the next one starts.
  let last: Caption | undefined;
  // A turn mark at the end of a caption belongs to the first word of the next one.
  let turnAwaits = false;
  const said = new LastWords();
  let count = 0;
  let leftChars = MAX_CHARS;
  for (const segment of sorted) {
    if (leftChars <= 0 || count >= MAX_WORDS) break;
    const text = segment.text.slice(0, leftChars);
    leftChars -= text.length + 1;
    const suspect = SUSPECT.test(text);
    const { words, turns } = suspect
      ? turnsIn(text, forms, MAX_WORDS - count)
      : { words: forms.numbersIn(text, MAX_WORDS - count), turns: NO_TURNS };
    const repeated = said.repeatedBy(words);
    const fresh = repeated === 0 ? words : words.slice(repeated);
    const awaited = turnAwaits ? AT_FIRST : NO_TURNS;
    turnAwaits = turns.length > 0 ? turns[turns.length - 1] === words.length : turnAwaits && fresh.length === 0;
    if (fresh.length === 0) {
      yield;
      continue;
    }
    const startMs = timeOf(segment.startMs);
    if (last) {
      last.endMs = Math.min(last.endMs, startMs);
      yield* bySpeaker(last);
    }
    const endMs = startMs + timeOf(segment.durationMs);
    last = {
      startMs,
      endMs,
      forms: fresh,
      turns: turns.length === 0 ? awaited : [...awaited, ...turns.map((at) => at - repeated)],
    };
    count += fresh.length;
    said.add(fresh);
  }
  if (last) yield* bySpeaker(last);
}

const NO_TURNS: readonly number[] = [];
const AT_FIRST: readonly number[] = [0];

/** Finds the words of `text`, at most `most`, and the positions at which a new speaker starts. */
function turnsIn(text: string, forms: WordForms, most: number): Pick<Caption, 'turns'> & { words: number[] } {
  const plain = plainText(text);
  const marked = DASHED.first.test(plain) ? plain.replace(DASHED.next, ' >> ') : plain;
  const [first, ...others] = marked.split(TURN);
  const words = forms.numbersIn(first, most);
  const turns: number[] = [];
  for (const other of others) {
    turns.push(words.length);
    for (const form of forms.numbersIn(other, most - words.length)) words.push(form);
  }
  return { words, turns };
}

/** Divides a caption into one line per speaker; each word gets the same share of its time. */
function* bySpeaker({ startMs, endMs, forms, turns }: Caption): Generator<NumberedLine, void> {
  const inside = turns.length === 0 ? turns : turns.filter((at) => at >= 0 && at < forms.length);
  if (inside.length === 0) return yield { startMs, endMs, forms, turn: false };
  const stepMs = Math.max(0, endMs - startMs) / forms.length;
  const timeAt = (at: number) => Math.trunc(startMs + at * stepMs);
  const starts = [...new Set([0, ...inside])];
  for (const [k, from] of starts.entries()) {
    const to = starts[k + 1] ?? forms.length;
    const turn = k > 0 || inside[0] === 0;
    yield { startMs: timeAt(from), endMs: timeAt(to), forms: forms.slice(from, to), turn };
  }
}

/** Returns `segments` in order of time. Nearly every source delivers them sorted. */
function inOrder(segments: readonly TranscriptSegment[]): readonly TranscriptSegment[] {
  for (let at = 1; at < segments.length; at += 1)
    if (timeOf(segments[at].startMs) < timeOf(segments[at - 1].startMs))
      return [...segments].sort((a, b) => timeOf(a.startMs) - timeOf(b.startMs));
  return segments;
}

/** Limits a time of captions, which may be hostile, to that of the longest supplied transcript. */
function timeOf(ms: number): number {
  return Number.isFinite(ms) ? Math.min(Math.max(Math.trunc(ms), 0), LONGEST_VIDEO_MS) : 0;
}

/** The spoken text with turn marks, its words separated by spaces. */
function plainText(text: string): string {
  const plain = withoutMarks(text.toWellFormed().replace(/\s+/g, ' ').replace(UNSAFE, '')).replace(VOICE_NAMES, ' ');
  // One rule decides what a sound note is (VID-16): a second one would take words out of sentences. It has been applied to lines of captions, whose
  // capitals it knew; here they mean nothing.
  return withoutSounds(plain.replace(/\s+/g, ' '), true);
}

/**
 * The last spoken words, by number; longer repetitions are not looked for. One array is reused, because allocating one every few lines would
 * dominate the cost of cleaning.
 */
class LastWords {
  private readonly words = new Int32Array(10 * MAX_REPEATED_WORDS);
  private length = 0;

  add(words: readonly number[]): void {
    const from = Math.max(0, words.length - MAX_REPEATED_WORDS);
    if (this.length + words.length - from > this.words.length) {
      this.words.copyWithin(0, this.length - MAX_REPEATED_WORDS, this.length);
      this.length = MAX_REPEATED_WORDS;
    }
    for (let at = from; at < words.length; at += 1) this.words[this.length++] = words[at];
  }

  /** How many of the first `words` are the very last ones that were said. */
  repeatedBy(words: readonly number[]): number {
    const most = Math.min(this.length, words.length, MAX_REPEATED_WORDS);
    for (let count = most; count >= MIN_REPEATED_WORDS; count -= 1) {
      const from = this.length - count;
      let same = 0;
      while (same < count && this.words[from + same] === words[same]) same += 1;
      if (same === count) return count;
    }
    return 0;
  }
}
