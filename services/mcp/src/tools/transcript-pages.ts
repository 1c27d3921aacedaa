/** A line of a transcript and the moment at which it begins. */
export interface Line {
  startSeconds: number;
  text: string;
}

/** One page: lines from `from` on, and where the next page begins; undefined on the last. */
export interface Page {
  text: string;
  next: number | undefined;
}

/** Some clients refuse an answer of more than 25,000 tokens. The rest is room for the fields around the text. */
const MAX_TOKENS = 19_500;
/** A stamp such as `[1:02:03] ` and the end of its line. */
const STAMP_TOKENS = 8;
/** Upper bounds for tokenizers: one token for three English letters, and three tokens for two characters of other scripts. */
const TOKENS_PER_ASCII = 1 / 3;
const TOKENS_PER_OTHER = 1.5;
/** A very long line is split into pieces, each of which fits a page. */
const PIECE = /[^]{1,2000}/gu;

/** Lines for pages: a long line becomes several pieces with the same time. */
export function pagedLines(lines: Line[]): Line[] {
  return lines.flatMap((line) =>
    line.text.length <= 2_000 ? line : (line.text.match(PIECE) ?? []).map((text) => ({ ...line, text })),
  );
}

/** A page of at most 20,000 tokens, by an upper estimate (MCP-11). It has at least one line, so the pages come to an end. */
export function pageOf(lines: Line[], from: number): Page {
  const kept: string[] = [];
  let tokens = 0;
  let at = from;
  for (; at < lines.length; at++) {
    const { startSeconds, text } = lines[at];
    tokens += STAMP_TOKENS + tokensOf(text);
    if (kept.length > 0 && tokens > MAX_TOKENS) break;
    kept.push(`[${stamp(startSeconds)}] ${text}`);
  }
  return { text: kept.join('\n'), next: at < lines.length ? at : undefined };
}

/** Estimates the tokens of a text; never too few. */
export function tokensOf(text: string): number {
  const other = text.replace(/[\u0000-\u007f]/g, '').length;
  return Math.ceil((text.length - other) * TOKENS_PER_ASCII + other * TOKENS_PER_OTHER);
}

/** Formats `1:02:03`, or `2:03` below an hour. */
function stamp(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (count: number) => String(count).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
