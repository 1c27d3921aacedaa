import type { Chapter } from '../engines/summary-engine.js';

/** YouTube's own conditions for a list of chapters. */
const LEAST_CHAPTERS = 3;
const SHORTEST_MS = 10_000;
const MOST_CHAPTERS = 100;
const MOST_TITLE_CHARS = 100;
/** A longer line is prose, and a time in it belongs to no title. Also bounds the input of each expression below. */
const MOST_LINE_CHARS = 300;

const TIME = String.raw`(?:\d{1,3}:)?\d{1,2}:\d{2}`;
/** Fractions of seconds, which are dropped because viewers never see them. */
const FRACTION = String.raw`(?:[.,]\d{1,6})?`;
/** Up to five signs or a word for "to", followed by the end of a range. */
const RANGE = String.raw`(?:\s{0,3}(?:[^\p{L}\p{N}:]{1,5}|\p{Pe}?\s{0,3}(?:(?:to|until|till|through|thru|bis(?:\szu[rm]?)?|à|a|al|até|hasta|tot|do|til|до)(?=\s)|至|到|から))\s{0,3}\p{Ps}?${TIME}${FRACTION})`;
const NUMBER_WORDS = '[Oo]ne|[Tt]wo|[Tt]hree|[Ff]our|[Ff]ive|[Ss]ix|[Ss]even|[Ee]ight|[Nn]ine|[Tt]en';
/** Numbering such as "#1", "Chapter 1:", "Part II -", "I.", "第1章", which is not part of the title. */
const ENUMERATION = String.raw`(?:[^\p{L}\p{N}]{0,9}(?:(?:\p{L}{1,12}\.?\s{0,2})?(?:#\s?)?(?:\d{1,3}\p{L}?|[IVXLC]{1,7}|[A-Za-z]|${NUMBER_WORDS})|第\s?[\d一二三四五六七八九十]{1,3}\s?\p{L}?)[^\p{L}\p{N}]{1,5})`;
/** `0:00 Intro`, `[0:00] Intro`, `- 0:00 - 1:30 Intro`, `1. 0:00 Intro`, `▶️ 0:00 Intro`. */
const LEADING = new RegExp(
  String.raw`^(?:[^\p{L}]{0,16}?|${ENUMERATION}\p{Ps}?)(?<![\d:.])(${TIME})${FRACTION}${RANGE}?(?!:?\d)(.*)$`,
  'u',
);
/** `Intro 0:00`, `Intro (0:00 - 1:30)`. */
const TRAILING = new RegExp(String.raw`^(.*?)(?<![\d:]|\d\.)(${TIME})${FRACTION}${RANGE}?[\s\p{Pe}]{0,5}$`, 'u');
/** Characters between a time and its title: brackets, dashes, arrows, bullets, stars, dot leaders. */
const SIGNS = String.raw`\s\p{Pd}−:|*_~=<>•·●○◦▪▫■□◆◇★☆⭐🌟✦✧✩✪►▶▷▸‣⁃→⇒➔➜\u{fe0f}`;
const EDGES = new RegExp(
  String.raw`^(?:[${SIGNS}\p{Pe}…»›/,;]|\.{2,}|\.(?=\s))+|(?:[${SIGNS}\p{Ps}@]|\.{2,}|…|(?<=\s)\.)+$`,
  'gu',
);
/** Times in full-width or Arabic-Indic digits. The last four bits of each digit are its value, 0 to 9. */
const OTHER_TIME =
  /(?<![\d\u0660-\u0669\u06f0-\u06f9\uff10-\uff19])[\d\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]{1,3}(?:[:：][\d\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]{2}){1,2}/g;
/** Invisible and control characters. Direction overrides could make a title read as another one. */
const UNSAFE = /[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\ufffd]/gu;

interface Mark {
  startMs: number;
  title: string;
}

/**
 * Reads the creator's chapters from the description: times that begin at 0:00, ascend, are at least three, at least 10 s apart and inside the
 * video. A list that breaks one of these conditions is ignored (SUM-18). At most 100 chapters, with titles of at most 100 characters. None when the
 * length of the video is unknown.
 */
export function creatorChapters(description: string, durationMs: number | undefined): Chapter[] {
  if (durationMs === undefined) return [];
  const marks = description
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map(markOf)
    .filter((mark) => mark !== undefined);
  const marked = listsOf(marks).find((list) => isWhole(list, durationMs)) ?? [];
  const chapters = marked.map(({ startMs, title }, at): Chapter => {
    return { startMs, endMs: marked[at + 1]?.startMs ?? durationMs, title, source: 'creator' };
  });
  return chapters.slice(0, MOST_CHAPTERS);
}

function markOf(line: string): Mark | undefined {
  if (line.length > MOST_LINE_CHARS) return undefined;
  const plain = line.toWellFormed().replace(UNSAFE, '').replace(OTHER_TIME, inPlainDigits).trim();
  const leading = LEADING.exec(plain);
  // In "Chapter 1 0:00" the numbering is the only title.
  return markAt(leading?.[1], leading?.[2]) ?? trailingMark(plain);
}

function inPlainDigits(time: string): string {
  return time.replaceAll('：', ':').replace(/[^\d:]/g, (digit) => String(digit.codePointAt(0)! & 15));
}

function trailingMark(line: string): Mark | undefined {
  const trailing = TRAILING.exec(line);
  return markAt(trailing?.[2], trailing?.[1]);
}

function markAt(time = '', text = ''): Mark | undefined {
  const [startMs, title] = [millisecondsOf(time), titleOf(text)];
  return startMs === undefined || title === '' ? undefined : { startMs, title };
}

function titleOf(text: string): string {
  const title = text.replace(EDGES, '').replace(/\s+/g, ' ');
  return Array.from(title).slice(0, MOST_TITLE_CHARS).join('').trim();
}

function millisecondsOf(time: string): number | undefined {
  const [seconds, minutes, hours] = time.split(':').reverse().map(Number);
  if (!(seconds < 60) || (hours !== undefined && minutes >= 60)) return undefined;
  return ((hours ?? 0) * 3_600 + minutes * 60 + seconds) * 1_000;
}

/** Splits the marks at each 0:00: below the chapters there is often a second list, of the music. */
function listsOf(marks: readonly Mark[]): Mark[][] {
  const lists: Mark[][] = [];
  for (const mark of marks) {
    if (mark.startMs === 0) lists.push([mark]);
    else lists.at(-1)?.push(mark);
  }
  return lists;
}

function isWhole(list: readonly Mark[], durationMs: number): boolean {
  return (
    list.length >= LEAST_CHAPTERS &&
    list.every(({ startMs }, at) => (list[at + 1]?.startMs ?? durationMs) - startMs >= SHORTEST_MS)
  );
}
