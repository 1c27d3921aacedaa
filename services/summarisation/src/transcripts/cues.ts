import { type Before, judgedLine } from './cue-times.js';
import { linesOf } from './subtitle-lines.js';
import { type TimestampMap, timestampMapOf, PartTimes } from './joined-parts.js';

/** A cue of the file; `line` is the line of its times, counted from 1. */
export interface Cue {
  line: number;
  startMs: number;
  endMs: number;
  lines: string[];
}

/** A cue that cannot be read. `why` must not repeat its words. */
export interface LostCue {
  line: number;
  why: string;
}

/** The longest text of one cue, with its markup. */
const MOST_CUE_CHARS = 50_000;
const NUMBER = /^[\s\u200e\u200f\u202a-\u202c]*#?(\d{1,9})[.)]?[\s\u200e\u200f\u202a-\u202c]*$/;
const HEADER = /^\s*WEBVTT(?=\s|$)/i;
/** Inside a file, a speaker may say "WebVTT", so the line must hold nothing else. */
const LATER_HEADER = /^\s*WEBVTT\s*(?:$|[-–—]\s)/i;
const NOTE = /^NOTE(?:\s|$)/;
const BLOCK = /^(?:STYLE|REGION)\s*$/;
/** Files that come from a chat program stand between two such lines. */
const FENCE = /^\s{0,9}`{3,9}\w{0,10}\s{0,9}$/;
const STYLE_RULE = /^\s*::cue/;

/** The cue whose times were read last, with its lines so far. `isOver`: the following lines do not belong to its text. */
interface OpenCue extends Cue {
  chars: number;
  hasText: boolean;
  isOver: boolean;
  why?: string;
}

/**
 * Reads the cues of a SubRip or WebVTT file in file order, and yields each when the next one begins. The time is linear in the file's length for
 * any content. Headers, notes, styles, regions, cue numbers and cue names are left out anywhere in the file.
 */
export function* cuesOf(file: string): Generator<Cue | LostCue> {
  const reader = new CueReader();
  for (const { text, number } of linesOf(file)) {
    const done = reader.read(text, number);
    if (done) yield done;
  }
  const last = reader.end();
  if (last) yield last;
}

class CueReader {
  private cue: OpenCue | undefined;
  private isVtt = false;
  private isSkipping = false;
  private before: Before = 'nothing';
  private readonly numbers = new CueNumbers();
  private readonly parts = new PartTimes();

  /** Returns the cue that ends with this line, if any. */
  read(line: string, number: number): Cue | LostCue | undefined {
    if (line.trim() === '') return this.blank();
    const isOpen = this.cue !== undefined || this.isVtt;
    if (isOpen ? this.isLaterHeader(line) : HEADER.test(line)) return this.header();
    const map = timestampMapOf(line);
    if (map) return this.mapped(map);
    const judged = judgedLine(line, this.before);
    if (judged.kind === 'text') return this.words(line);
    const done = this.close(true);
    this.isSkipping = false;
    this.before = 'words';
    const open = { line: number, startMs: 0, endMs: 0, lines: [], chars: 0, hasText: false, isOver: false };
    if (judged.kind === 'unreadable') this.cue = { ...open, why: judged.why };
    else {
      const { startMs, endMs } = this.parts.placed(judged);
      this.cue = { ...open, startMs, endMs };
      if (judged.rest !== '') this.add(judged.rest);
    }
    return done;
  }

  end(): Cue | LostCue | undefined {
    return this.close(false);
  }

  private blank(): undefined {
    this.isSkipping = false;
    this.before = 'nothing';
    if (!this.cue || this.cue.isOver) return;
    // In WebVTT an empty line ends the cue, unless it has no text yet: a line of spaces may be the upper of two lines, and in files with
    // doubled line ends the text follows an empty line.
    if (this.isVtt && this.cue.hasText) this.cue.isOver = true;
    else if (this.cue.lines.at(-1) !== '') this.cue.lines.push('');
  }

  private header(): Cue | LostCue | undefined {
    const done = this.close(false);
    this.isVtt = true;
    this.isSkipping = true;
    this.parts.begin();
    this.before = 'nothing';
    return done;
  }

  private isLaterHeader(line: string): boolean {
    return LATER_HEADER.test(line) || (this.before === 'nothing' && HEADER.test(line) && !this.isSkipping);
  }

  private mapped(map: TimestampMap): undefined {
    this.parts.map(map);
  }

  private words(line: string): undefined {
    if (this.isSkipping || STYLE_RULE.test(line) || FENCE.test(line)) return;
    if (this.isNoSpeech(line)) {
      this.isSkipping = true;
      if (this.cue) this.cue.isOver = true;
      return;
    }
    const isText = this.cue !== undefined && !this.cue.isOver;
    if (isText) this.add(line);
    else this.numbers.stray(line);
    if (NUMBER.test(line) && (this.before !== 'words' || this.numbers.isExpected(line))) this.before = 'number';
    else this.before = isText || !this.isVtt ? 'words' : 'nothing';
  }

  /** In WebVTT a note begins at any line. In captions that are all capitals, "NOTE THAT THE WATER RISES" may be speech. */
  private isNoSpeech(line: string): boolean {
    const isFirst = this.before === 'nothing';
    if (!this.isVtt && !isFirst) return false;
    return BLOCK.test(line) || (NOTE.test(line) && ((this.isVtt && isFirst) || !isShouted(line)));
  }

  private add(line: string): void {
    const cue = this.cue!;
    cue.chars += line.length + 1;
    if (cue.chars > MOST_CUE_CHARS) {
      cue.why ??= 'the text is too long for one cue';
    }
    cue.hasText = true;
    cue.lines.push(line);
    // Of an unreadable cue only the last lines matter, because they may hold the number of the next cue.
    if (cue.why !== undefined) cue.lines = cue.lines.slice(-2);
  }

  /** `isByTimes`: the cue ends at the times of the next cue, so the line right above those is the next cue's number or name. */
  private close(isByTimes: boolean): Cue | LostCue | undefined {
    const { cue } = this;
    this.cue = undefined;
    const shown = cue?.lines ?? [];
    const lines = isByTimes ? this.numbers.without(shown, cue?.isOver ?? true) : this.numbers.withoutLast(shown);
    if (!cue) return undefined;
    const { line, startMs, endMs, why, isOver } = cue;
    if (why !== undefined) return { line, why };
    // In WebVTT, a line after an empty one is the next cue's name when this cue has no other text.
    const isNamed = this.isVtt && isByTimes && !isOver && lines.length === 2 && lines[0] === '';
    return { line, startMs, endMs, lines: isNamed ? [] : lines };
  }
}

/** Whether the line has at least three words, without a lower-case letter. */
function isShouted(line: string): boolean {
  return /\s\S+\s+\S/.test(line) && line === line.toUpperCase();
}

/** SubRip writes a number right above the times of each cue. In some files numbers are missing, doubled or separated from the times. */
class CueNumbers {
  private last = 0;
  private count = 0;
  private isNumbered = false;
  private above: string | undefined;

  /** Records a line that belongs to no cue. */
  stray(line: string): void {
    this.above = line;
  }

  isExpected(line: string): boolean {
    const value = valueOf(line);
    return value === this.last + 1 || value === this.count;
  }

  /** The lines of a cue without the next cue's number. When the cue `isOver`, the number is not among its lines. */
  without(lines: readonly string[], isOver: boolean): string[] {
    const kept = [...lines];
    this.count += 1;
    const { above } = this;
    this.above = undefined;
    if (isOver) {
      if (above !== undefined) this.take(valueOf(above));
      return kept;
    }
    while (kept.length > 1 && kept.at(-1)!.trim() === '') kept.pop();
    const value = valueOf(kept.at(-1) ?? '');
    if (value === undefined || !this.isTheNext(kept, kept.length === lines.length)) return kept;
    this.take(value);
    kept.pop();
    // A number that is written twice is removed twice. It stays where it may be speech: in a cue that says nothing else, or right below words and
    // apart from the number of the next cue.
    const last = kept.findLastIndex((line) => line.trim() !== '');
    const isSaid = last < kept.length - 1 && (kept[last - 1] ?? '').trim() !== '';
    return valueOf(kept[last] ?? '') === value && kept.some(isWord) && !isSaid ? kept.slice(0, last) : kept;
  }

  /** The lines of a last cue: a number below an empty line is that of a cue that was cut off. */
  withoutLast(lines: readonly string[]): string[] {
    const last = lines.findLastIndex((line) => line.trim() !== '');
    const isCutOff =
      this.isNumbered && last > 0 && lines[last - 1].trim() === '' && valueOf(lines[last]) === this.last + 1;
    return lines.slice(0, isCutOff && lines.some(isWord) ? last : lines.length);
  }

  private take(value: number | undefined): void {
    this.last = value ?? this.last;
    this.isNumbered ||= this.count === 1 && value !== undefined;
  }

  private isTheNext(kept: readonly string[], isRightAbove: boolean): boolean {
    // In a file without cue numbers, a number that is the whole text of a cue is speech.
    if (!this.isNumbered && !kept.some(isWord)) return false;
    if (this.isExpected(kept.at(-1)!)) return true;
    const standsAlone = kept.at(-2)?.trim() === '';
    return this.isNumbered && (isRightAbove || standsAlone);
  }
}

function valueOf(line: string): number | undefined {
  const digits = NUMBER.exec(line)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function isWord(line: string): boolean {
  return line.trim() !== '' && !NUMBER.test(line);
}
