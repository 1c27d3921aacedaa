/** Longer than any video; later times are refused. */
export const LONGEST_VIDEO_MS = 7 * 24 * 3_600_000;

/** The meaning of a line with an arrow: the times of a cue, times that cannot be read, or words. `rest`: the words after the times. */
export type JudgedLine =
  | { kind: 'times'; startMs: number; endMs: number; rest: string }
  | { kind: 'unreadable'; why: string }
  | { kind: 'text' };

/** The content of the line before. After a line of words, only unambiguous times begin a cue. */
export type Before = 'nothing' | 'number' | 'words';

/** Longer than any line of times with its settings. */
const MOST_TIMES_CHARS = 500;
const CLOCK = String.raw`(?:(\d{1,4})\s?[:：]\s?)?(\d{1,3})\s?[:：]\s?(\d{1,2})(?:\s?([.,，．:;])\s?(\d{1,12}))?`;
const ARROW = String.raw`(?:[-‐‑–—−‒－]\s?){1,3}(?:>{1,2}|&gt;|›|＞)|=+>|→|⟶|⇒|➔|➜`;
/** Programs that write to a screen put both times into brackets, and some files the number before them. */
const TIMES = new RegExp(
  String.raw`^\s{0,99}(?:#?\d{1,9}[.)]?\s{1,9})?\[?\s{0,9}${CLOCK}\s{0,9}(?:${ARROW})\s{0,9}${CLOCK}(?!\d)\s{0,9}\]?(?:\s(.*))?$`,
  'u',
);
const SECONDS = new RegExp(
  String.raw`^\s{0,9}(\d{1,6}[.,]\d{1,6})\s{0,9}(?:${ARROW})\s{0,9}(\d{1,6}[.,]\d{1,6})\s{0,9}$`,
  'u',
);
/** Nothing but two times with fractions: a dash or a comma joins them, as in the files of YouTube's own editor. */
const JOINED = new RegExp(String.raw`^\s{0,9}${CLOCK}\s{0,3}[-‐‑–—−~,;]\s{0,3}${CLOCK}\s{0,9}$`, 'u');
const MAY_BE_JOINED = /^\s{0,9}\d{1,4}:\d/;
const ARROWS = new RegExp(ARROW, 'u');
const MOST_JOINED_CHARS = 80;
const NOT_PLAIN = /[^\u0020-\u007e]/;
const UNSEEN = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
/** Digits of scripts whose zero has a code that ends in four zero bits, so the last four bits of each digit are its value. */
const OTHER_DIGIT = /[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g;
const MAY_BE_ARROW = /[>›＞→⟶⇒➔➜]|&gt;/;
const SETTINGS = /^(?:\s*(?:(?:align|position|line|size|vertical|region)\s?:\s?\S+|[XY][12]\s?:\s?\d+|-?\d+%))*\s*$/i;
const LIKE_TIME = /^[[+-]?\s?\d[\d:.,;\s]*$/;
const BEGINS_LIKE_TIME = /^[+-]?\d{1,9}(?:[:.,]\d|\s*$)/;
const NO_TIMES = 'there are no times such as 00:01:02,500 --> 00:01:04,000';

/** Whether a line gives the times of a cue. An arrow between words (`File --> Export`) is part of the words. */
export function judgedLine(line: string, before: Before): JudgedLine {
  if (!MAY_BE_ARROW.test(line)) return MAY_BE_JOINED.test(line) ? joinedTimes(line) : { kind: 'text' };
  const head = plainDigits(line.length > MOST_TIMES_CHARS ? line.slice(0, MOST_TIMES_CHARS) : line);
  const clock = TIMES.exec(head);
  if (clock) {
    const rest = restOf(clock[11] ?? '', line);
    // A line of words, such as "3:00 --> 5:00 is when we meet".
    const isPlain = clock[1] !== undefined || clock[5] !== undefined;
    if (rest !== '' && !isPlain) return { kind: 'text' };
    return between(msOf(clock, 1), msOf(clock, 6), rest);
  }
  const seconds = before === 'words' ? null : SECONDS.exec(head);
  if (seconds) return between(secondsOf(seconds[1]), secondsOf(seconds[2]), '');
  return isMeantAsTimes(head, before) ? { kind: 'unreadable', why: whyNot(head) } : { kind: 'text' };
}

function joinedTimes(line: string): JudgedLine {
  const clock = line.length > MOST_JOINED_CHARS ? null : JOINED.exec(line);
  if (clock?.[5] === undefined || clock[10] === undefined) return { kind: 'text' };
  return between(msOf(clock, 1), msOf(clock, 6), '');
}

/** Converts digits of other scripts, and removes direction marks beside them. */
function plainDigits(head: string): string {
  if (!NOT_PLAIN.test(head)) return head;
  return head.replace(UNSEEN, '').replace(OTHER_DIGIT, (digit) => String(digit.codePointAt(0)! & 15));
}

function restOf(rest: string, line: string): string {
  const whole = line.length > MOST_TIMES_CHARS ? rest + line.slice(MOST_TIMES_CHARS) : rest;
  return SETTINGS.test(rest) ? '' : whole.trim();
}

function between(startMs: number, endMs: number, rest: string): JudgedLine {
  if (endMs < startMs) return { kind: 'unreadable', why: 'the end is before the start' };
  if (endMs > LONGEST_VIDEO_MS) return { kind: 'unreadable', why: 'the time is after seven days' };
  return { kind: 'times', startMs, endMs, rest };
}

function isMeantAsTimes(line: string, before: Before): boolean {
  const arrow = ARROWS.exec(line);
  if (!arrow) return false;
  const [left, right] = [line.slice(0, arrow.index).trim(), line.slice(arrow.index + arrow[0].length).trim()];
  const [isLeft, isRight] = [LIKE_TIME.test(left), BEGINS_LIKE_TIME.test(right)];
  if (before === 'words') return isLeft && isRight && left.includes(':');
  if (isLeft && left.includes(':')) return true;
  if (isRight && (isLeft || /^\S*$/.test(left))) return true;
  // Directly below a cue number there can only be the times of the cue.
  return before === 'number' && /^\S*$/.test(left) && /^\S*$/.test(right);
}

function whyNot(line: string): string {
  const isWhole = /^\s*\d{1,12}\s*[^\d\s]{1,9}\s*\d{1,12}\s*$/.test(line);
  return isWhole ? `${NO_TIMES}; if these are milliseconds, write them so` : NO_TIMES;
}

/** The time whose five parts begin at `from`, in ms. A fraction is cut to three digits; two digits after a third colon count frames. */
function msOf(parts: RegExpExecArray, from: number): number {
  const hours = (parts[from] as string | undefined) === undefined ? 0 : Number(parts[from]);
  const whole = ((hours * 60 + Number(parts[from + 1])) * 60 + Number(parts[from + 2])) * 1_000;
  const fraction = parts[from + 4] as string | undefined;
  if (fraction === undefined) return whole;
  const isFrames = fraction.length <= 2 && (parts[from + 3] === ':' || parts[from + 3] === ';');
  const ms = isFrames ? (Math.min(Number(fraction), 29) * 1_000) / 30 : Number(fraction.slice(0, 3).padEnd(3, '0'));
  return whole + Math.floor(ms);
}

function secondsOf(text: string): number {
  return Math.floor(Number(text.replace(',', '.')) * 1_000);
}
