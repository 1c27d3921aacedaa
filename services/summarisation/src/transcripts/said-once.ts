/**
 * A caption as its source gives it: the lines that are shown, without markup. A missing duration lasts until the next caption. `at`: its
 * line or place in the source.
 */
export interface RawCaption {
  startMs: number;
  durationMs?: number;
  lines: string[];
  at?: number;
}

/** Longest pause between a caption and another one that repeats it. */
const REPEAT_GAP_MS = 100;
/** Captions that grow word by word may leave the screen between two words. */
const GROWING_GAP_MS = 1_000;
/** A repetition of fewer words than this may be a coincidence. */
const FEW_WORDS = 3;
/** Captions that roll up repeat no more words than this. */
const MOST_REPEATED_WORDS = 60;
/** A growing caption longer than this is cut at the end of a line or a sentence. */
const LONG_WORDS = 40;
/** A caption as short as this does not show a spoken word but a part of one that is being typed. */
const TYPED_MS = 500;
const SENTENCE_END = /[.!?…。！？]["'”’)]*$/;
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Khmr}\p{sc=Laoo}]/u;
const EDGES = /^[\p{P}\p{S}]+|[\p{P}\p{S}]+$/gu;

/** The captions on the screen. Its first `told` words were already yielded in captions before the last one. */
class Shown {
  told = 0;
  readonly startMs: number;
  readonly endMs: number;
  private readonly text: string;
  private read: { words: string[]; lineStarts: number[] } | undefined;

  constructor({ startMs, durationMs, lines }: RawCaption) {
    this.startMs = startMs;
    this.endMs = durationMs === undefined ? Infinity : startMs + durationMs;
    this.text = lines.join('\n').toLowerCase();
  }

  /** The words in the form in which they are compared. */
  get words(): readonly string[] {
    return (this.read ??= wordsIn(this.text)).words;
  }

  /** The start of each line, as indexes of words. */
  get lineStarts(): readonly number[] {
    return (this.read ??= wordsIn(this.text)).lineStarts;
  }

  get endsSentence(): boolean {
    return SENTENCE_END.test(this.text);
  }

  /** Reuses the words of a caption with the same text. */
  shareWords(before: Shown): void {
    if (this.text === before.text) this.read = before.read;
  }

  /** A quick check: nearly every caption begins with a new word, and then its words need not be separated. */
  mayRepeat(before: Shown): boolean {
    const first = /^\S{1,100}/.exec(this.text)![0];
    return before.text.includes(compared(first)) || first.startsWith(compared(before.text.slice(0, 100)));
  }
}

function wordsIn(text: string): { words: string[]; lineStarts: number[] } {
  const words: string[] = [];
  const lineStarts: number[] = [];
  for (const line of text.split('\n')) {
    lineStarts.push(words.length);
    for (const word of line.split(' ')) words.push(compared(word));
  }
  return { words, lineStarts };
}

/** Words from which nothing has to be stripped: most of them. */
const BARE = /^[a-z0-9](?:.*[a-z0-9])?$/;

function compared(word: string): string {
  if (BARE.test(word)) return word;
  return word.replace(EDGES, '') || word;
}

/**
 * How much of a new caption was on the screen before: its first `count` words. `isGrown`: it begins with all words that were there; with
 * `isPart` the last of those was incomplete.
 */
interface Repeat {
  count: number;
  isGrown: boolean;
  isPart: boolean;
}

const NEW: Repeat = { count: 0, isGrown: false, isPart: false };

/**
 * Gives each word of the captions once. Captions that roll up repeat lines of the caption before, and captions that grow repeat all of it;
 * the repetition is left out. What grows within a line becomes one caption, which starts when it was first shown. Linear in the number of
 * words.
 */
export function* saidOnce(captions: Iterable<RawCaption>): Generator<RawCaption> {
  let shown: Shown | undefined;
  let last: RawCaption | undefined;
  for (const caption of captions) {
    if (caption.lines.length === 0) continue;
    const now = new Shown(caption);
    const repeat = shown ? repeatIn(shown, now) : NEW;
    if (shown && last && repeat.count > 0) {
      const own = Math.max(0, shown.told - (shown.words.length - repeat.count));
      if (repeat.count === now.words.length && !repeat.isPart) {
        now.told = repeat.count;
        extend(last, now.endMs);
        shown = now;
        continue;
      }
      if (repeat.isGrown && shown.told < shown.words.length && (repeat.isPart || continues(shown, now))) {
        last.lines = without(caption.lines, own);
        extend(last, now.endMs);
        now.told = own;
        shown = now;
        continue;
      }
      now.told = repeat.count;
    }
    if (last) yield last;
    last = { ...caption, lines: repeat.count === 0 ? caption.lines : without(caption.lines, repeat.count) };
    shown = now;
  }
  if (last) yield last;
}

function repeatIn(before: Shown, now: Shown): Repeat {
  if (now.startMs < before.startMs || now.startMs > before.endMs + GROWING_GAP_MS || !now.mayRepeat(before)) return NEW;
  now.shareWords(before);
  const touches = now.startMs <= before.endMs + REPEAT_GAP_MS;
  const grown = growth(before, now);
  if (grown > 0 && (touches || grown >= FEW_WORDS)) {
    const isPart = before.words[grown - 1] !== now.words[grown - 1];
    return { count: grown, isGrown: isPart || now.words.length > grown, isPart };
  }
  return touches ? { ...NEW, count: rolledUp(before, now) } : NEW;
}

/** The number of words of `before` when `now` begins with all of them; the last one may be incomplete. */
function growth(before: Shown, now: Shown): number {
  const count = before.words.length;
  if (now.words.length < count) return 0;
  for (let at = 0; at < count - 1; at += 1) if (before.words[at] !== now.words[at]) return 0;
  const [old, grown] = [before.words[count - 1], now.words[count - 1]];
  if (old === grown) return before.endsSentence && count < FEW_WORDS && now.words.length > count ? 0 : count;
  const isTyped = count > 1 || UNSPACED.test(old) || before.endMs - before.startMs <= TYPED_MS;
  return isTyped && grown.startsWith(old) ? count : 0;
}

/** How many words at the end of `before` begin `now`: whole lines, or too many for a coincidence. */
function rolledUp(before: Shown, now: Shown): number {
  const most = Math.min(before.words.length, now.words.length, MOST_REPEATED_WORDS);
  for (let count = most; count > 0; count -= 1) {
    const from = before.words.length - count;
    if (before.words[from] !== now.words[0]) continue;
    let same = 1;
    while (same < count && before.words[from + same] === now.words[same]) same += 1;
    if (same < count) continue;
    const isLine = before.lineStarts.includes(from) && (count === now.words.length || now.lineStarts.includes(count));
    if (count >= FEW_WORDS || isLine) return count;
  }
  return 0;
}

/** Whether the new words continue the caption that is shown, in the same line, and do not form one of their own. */
function continues(before: Shown, now: Shown): boolean {
  if (now.lineStarts.includes(before.words.length)) return false;
  return before.words.length - before.told < LONG_WORDS && !before.endsSentence;
}

function extend(caption: RawCaption, endMs: number): void {
  if (caption.durationMs === undefined) return;
  caption.durationMs = Number.isFinite(endMs) ? Math.max(caption.durationMs, endMs - caption.startMs) : undefined;
}

/** The lines without their first `count` words. */
function without(lines: readonly string[], count: number): string[] {
  const left: string[] = [];
  let gone = 0;
  for (const line of lines) {
    const words = line.split(' ');
    if (gone + words.length > count) left.push(words.slice(Math.max(0, count - gone)).join(' '));
    gone += words.length;
  }
  return left;
}
