import { cleanCaptionText, inOrder, LONGEST_VIDEO_MS, type RawCaption } from '../youtube/caption-formats.js';
import type { TranscriptSegment } from './captions.js';
import { notReadable, WordCount } from './supplied.errors.js';

/** A cue as it stands in the file; `line` is that of its times, from 1. */
interface Cue {
  line: number;
  startMs: number;
  endMs: number;
  lines: string[];
  chars: number;
  hasText: boolean;
}

const TIME = String.raw`(?:(\d{1,4}):)?(\d{1,3}):(\d{1,2})(?:[.,](\d{1,3}))?`;
const TIMES = new RegExp(String.raw`^\s*${TIME}\s*-->\s*${TIME}(?:\s|$)`);
/** Longer than any line of times with its settings. */
const MOST_TIMES_CHARS = 500;
/** Of one cue, its marks included; of what is left of them, LONGEST_LINE_CHARS hold. */
const MOST_CUE_CHARS = 50_000;

/**
 * The captions of a SubRip or WebVTT file, in order of time. Linear in its length, whatever it holds. What is certainly wrong is refused with
 * its line; marks, notes, styles, names of cues and settings are left out. Throws invalid `transcript_invalid` or `transcript_too_long`.
 */
export function captionsOfSubtitles(file: string): TranscriptSegment[] {
  const text = file.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  return inOrder([...spoken(text.startsWith('WEBVTT') ? cuesOf(text, true) : cuesOf(text, false))]);
}

/**
 * In WebVTT an empty line ends a cue, and what comes without times is no speech; a line of spaces may stand for the upper of two lines. In SubRip
 * a cue goes on to the number of the next.
 */
function* cuesOf(text: string, isVtt: boolean): Generator<Cue> {
  let cue: Cue | undefined;
  let number = 0;
  for (let from = 0; from <= text.length; number += 1) {
    const end = text.indexOf('\n', from);
    const line = text.slice(from, end < 0 ? text.length : end);
    from = end < 0 ? text.length + 1 : end + 1;
    if (line.includes('-->')) {
      if (cue) yield isVtt ? cue : withoutNumber(cue);
      cue = begun(line, number + 1);
    } else if (isVtt && (line === '' || (cue?.hasText && line.trim() === ''))) {
      if (cue) yield cue;
      cue = undefined;
    } else if (cue) {
      cue.lines.push(line);
      cue.chars += line.length + 1;
      cue.hasText ||= line.trim() !== '';
      if (cue.chars > MOST_CUE_CHARS) throw notReadable(`line ${cue.line}`, 'the text is too long for one cue');
    }
  }
  if (cue) yield cue;
}

/** The number of the next cue stands right before its times. */
function withoutNumber(cue: Cue): Cue {
  return /^\s*\d{1,9}\s*$/.test(cue.lines.at(-1) ?? '') ? { ...cue, lines: cue.lines.slice(0, -1) } : cue;
}

function begun(line: string, number: number): Cue {
  const times = TIMES.exec(line.slice(0, MOST_TIMES_CHARS));
  const place = `line ${number}`;
  if (!times) throw notReadable(place, 'there are no times such as 00:01:02,500 --> 00:01:04,000');
  const [startMs, endMs] = [msOf(times.slice(1, 5)), msOf(times.slice(5, 9))];
  if (endMs < startMs) throw notReadable(place, 'the end is before the start');
  if (endMs > LONGEST_VIDEO_MS) throw notReadable(place, 'the time is after seven days');
  return { line: number, startMs, endMs, lines: [], chars: 0, hasText: false };
}

function msOf([hours = '0', minutes, seconds, fraction = '0']: (string | undefined)[]): number {
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 + Number(fraction.padEnd(3, '0'));
}

/** Rolling captions show up to so many lines again. */
const MOST_ROLLING_LINES = 4;
/** Between a cue and the one that rolls it up. */
const ROLLING_GAP_MS = 100;

/** What each cue says anew: rolling captions, as YouTube writes them, repeat in each cue the lines of the one before. */
function* spoken(cues: Iterable<Cue>): Generator<RawCaption> {
  const words = new WordCount();
  let shown: string[] = [];
  let shownUntilMs = -Infinity;
  let last: (RawCaption & { durationMs: number }) | undefined;
  let found = false;
  for (const { line, startMs, endMs, lines } of cues) {
    found = true;
    const clean = lines.map(wordsOf).filter((one) => one !== '');
    if (clean.length === 0) continue;
    const rolled = startMs <= shownUntilMs + ROLLING_GAP_MS ? repeatedLines(shown, clean) : 0;
    [shown, shownUntilMs] = [clean, endMs];
    const text = clean.slice(rolled).join(' ');
    if (text === '' && last) last.durationMs = Math.max(last.durationMs, endMs - last.startMs);
    if (text === '') continue;
    words.add(text, `line ${line}`);
    if (last) yield last;
    last = { startMs, durationMs: endMs - startMs, text };
  }
  if (last) yield last;
  if (!found) throw notReadable('line 1', 'this is neither SubRip nor WebVTT');
}

/** How many lines a cue begins with that the one before ended with. */
function repeatedLines(before: readonly string[], now: readonly string[]): number {
  for (let count = Math.min(before.length, now.length, MOST_ROLLING_LINES); count > 0; count -= 1) {
    if (before.slice(-count).every((line, at) => line === now[at])) return count;
  }
  return 0;
}

/** Times of single words and places on the screen are written as marks of their own. */
function wordsOf(line: string): string {
  return cleanCaptionText(line.replace(/<[\d:.]{4,16}>/g, '').replace(/\{\\[^{}]{0,100}\}/g, ''));
}
