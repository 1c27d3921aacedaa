import { type Before, judgedLine } from './cue-times.js';
import { linesOf } from './subtitle-lines.js';
import { type TimestampMap, timestampMapOf, PartTimes } from './joined-parts.js';

/** A cue as it stands in the file; `line` is that of its times, from 1. */
export interface Cue {
  line: number;
  startMs: number;
  endMs: number;
  lines: string[];
}

/** A cue that cannot be read. `why` says nothing of its words. */
export interface LostCue {
  line: number;
  why: string;
}

/** Of one cue, its marks included. */
const MOST_CUE_CHARS = 50_000;
const NUMBER = /^[\s\u200e\u200f\u202a-\u202c]*#?(\d{1,9})[.)]?[\s\u200e\u200f\u202a-\u202c]*$/;
const HEADER = /^\s*WEBVTT(?=\s|$)/i;
/** Inside of a file somebody may speak of WebVTT. */
const LATER_HEADER = /^\s*WEBVTT\s*(?:$|[-–—]\s)/i;
const NOTE = /^NOTE(?:\s|$)/;
const BLOCK = /^(?:STYLE|REGION)\s*$/;
/** Files that a chat program has written stand between two of these. */
const FENCE = /^\s{0,9}`{3,9}\w{0,10}\s{0,9}$/;
const STYLE_RULE = /^\s*::cue/;

/** The lines since the times of a cue; `isOver` when what follows is no longer its text. */
interface OpenCue extends Cue {
  chars: number;
  hasText: boolean;
  isOver: boolean;
  why?: string;
}

/**
 * The cues of a SubRip or WebVTT file in the order of the file, each as soon as the next one begins: linear in its length, whatever it holds. Headers, notes,
 * styles, regions, numbers and names of cues are left out wherever they stand.
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

  /** The cue that ends with this line. */
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
    // In WebVTT it ends a cue; a line of spaces may stand for the upper of two lines, and in files with doubled line ends the text comes below.
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

  /** In WebVTT a note begins anywhere. "NOTE THAT THE WATER RISES" may be said in captions that are all capitals. */
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
    // Of what cannot be read its end alone matters: there stands the number of the next cue.
    if (cue.why !== undefined) cue.lines = cue.lines.slice(-2);
  }

  /** `isByTimes`: the times of the next cue end this one, and what stands right above them is its number or name. */
  private close(isByTimes: boolean): Cue | LostCue | undefined {
    const { cue } = this;
    this.cue = undefined;
    const shown = cue?.lines ?? [];
    const lines = isByTimes ? this.numbers.without(shown, cue?.isOver ?? true) : this.numbers.withoutLast(shown);
    if (!cue) return undefined;
    const { line, startMs, endMs, why, isOver } = cue;
    if (why !== undefined) return { line, why };
    // Without a text above it, a line below an empty one in WebVTT is the name of the next cue.
    const isNamed = this.isVtt && isByTimes && !isOver && lines.length === 2 && lines[0] === '';
    return { line, startMs, endMs, lines: isNamed ? [] : lines };
  }
}

/** Whether all of several words are capitals. */
function isShouted(line: string): boolean {
  return /\s\S+\s+\S/.test(line) && line === line.toUpperCase();
}

/** SubRip numbers its cues, each right above its times; files lack, double and part them. */
class CueNumbers {
  private last = 0;
  private count = 0;
  private isNumbered = false;
  private above: string | undefined;

  /** A line that belongs to no cue. */
  stray(line: string): void {
    this.above = line;
  }

  isExpected(line: string): boolean {
    const value = valueOf(line);
    return value === this.last + 1 || value === this.count;
  }

  /** The lines of a cue without the number of the next one; when the cue `isOver`, that is no line of it. */
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
    // Written twice, it is still no word; but it may be one in a cue that says nothing else, or below words and apart from the number.
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
    // Of a file without numbers, one that is all that a cue says is said.
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
