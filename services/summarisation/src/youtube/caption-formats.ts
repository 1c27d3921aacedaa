import { decodeHTMLStrict, decodeXML } from 'entities/decode';
import { VOICE_NAMES, withoutMarks } from '../transcripts/caption-marks.js';
import { type Captions, captionsOf, type TranscriptSegment } from '../transcripts/captions.js';
import { cuesOf } from '../transcripts/cues.js';
import { saidIn, segmentsFrom } from '../transcripts/said-captions.js';
import type { RawCaption } from '../transcripts/said-once.js';
import { isBlockedBody } from './http-outcome.rule.js';

/** A caption answer of YouTube, and the track that it belongs to. */
export interface CaptionsToRead {
  body: string;
  language: string;
  isGenerated: boolean;
}

/**
 * The kind of a caption answer. `gated`: well-formed but without a line, which is YouTube's answer to a client that it does not trust. `wordless`:
 * every line is blank; authors upload such captions to hide generated ones.
 */
export type CaptionBody =
  | { kind: 'segments'; segments: TranscriptSegment[] }
  | { kind: 'gated' | 'wordless' | 'blocked' | 'unreadable' };

/** Same as CaptionBody, with the segments as bytes. */
export type CaptionsRead = ({ kind: 'segments' } & Captions) | Exclude<CaptionBody, { kind: 'segments' }>;

/** Reads captions for an account; `signal` ends the reading. The creator of the source decides in which thread. */
export type ReadCaptions = (read: CaptionsToRead, signal: AbortSignal, account: string) => Promise<CaptionsRead>;

/**
 * The most objects, arrays and tags of an answer: more than a day-long video has when each word has its own. Each may take a hundred bytes or more in
 * memory, so 20 MB of them would take most of a gigabyte.
 */
const MOST_OPENINGS = 600_000;

/** Reads a caption answer. A body with more objects or tags than any video has is `unreadable`. */
export function captionsIn({ body, language, isGenerated }: CaptionsToRead): CaptionsRead {
  if (openings(body) > MOST_OPENINGS) return { kind: 'unreadable' };
  const read = readCaptionBody(body);
  return read.kind === 'segments' ? { kind: 'segments', ...captionsOf(read.segments, language, isGenerated) } : read;
}

/** Counts the objects, arrays or tags that a body may begin. Counts in place, because collecting them would take the memory itself. */
function openings(body: string): number {
  let count = 0;
  for (const sign of ['{', '[', '<']) {
    for (let at = body.indexOf(sign); at >= 0 && count <= MOST_OPENINGS; at = body.indexOf(sign, at + 1)) count += 1;
  }
  return count;
}

/** Reads captions in any of YouTube's four formats. An empty answer is never an empty transcript (VID-10). */
export function readCaptionBody(body: string): CaptionBody {
  const start = body.trimStart();
  if (start === '') return { kind: 'gated' };
  if (isBlockedBody(body)) return { kind: 'blocked' };
  const lines = start.startsWith('{')
    ? linesOfJson3(start)
    : /^WEBVTT(?=\s|$)/i.test(start)
      ? linesOfVtt(start)
      : (linesOfSrv3(start) ?? linesOfClassic(start));
  if (lines === null) return { kind: 'unreadable' };
  const segments = segmentsFrom(saidIn(lines));
  if (segments.length > 0) return { kind: 'segments', segments };
  // Blank lines are the author's doing only when the whole answer was understood: an unknown format yields no words either.
  const isUnderstood = lines.length > 0 && lines.every(({ startMs }) => startMs >= 0);
  return { kind: isUnderstood ? 'wordless' : 'gated' };
}

/** json3: [] when it holds no lines, null when it is not json3. */
function linesOfJson3(body: string): RawCaption[] | null {
  let parsed: { wireMagic?: unknown; events?: unknown } | null;
  try {
    parsed = JSON.parse(body) as typeof parsed;
  } catch {
    return null;
  }
  if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed)) return null;
  if (parsed.events === undefined) return parsed.wireMagic === 'pb3' ? [] : null;
  return Array.isArray(parsed.events) ? parsed.events.flatMap(json3Caption) : null;
}

function json3Caption(event: { tStartMs?: unknown; dDurationMs?: unknown; segs?: unknown } | null): RawCaption[] {
  // An event without segs sets up a window. An appended event (aAppend, in srv3 a="1") is a line break in generated captions, and words in others.
  if (event === null || typeof event !== 'object' || !Array.isArray(event.segs)) return [];
  if (typeof event.tStartMs !== 'number') return [];
  const words = event.segs
    .map((seg: { utf8?: unknown } | null) => seg?.utf8)
    .filter((word: unknown) => typeof word === 'string');
  if (words.length === 0) return [];
  const durationMs = typeof event.dDurationMs === 'number' ? event.dDurationMs : undefined;
  return [{ startMs: event.tStartMs, durationMs, lines: captionLines(words.join('')) }];
}

/** srv3 (`<timedtext format="3">`, times in milliseconds); null when unreadable or cut. */
function linesOfSrv3(body: string): RawCaption[] | null {
  return parseXml(body, 'timedtext', 'p', (attributes) => ({
    startMs: numberAttribute(attributes, 't') ?? -1,
    durationMs: numberAttribute(attributes, 'd'),
  }));
}

/** Classic captions (`<transcript><text start dur>`, times in seconds); null when unreadable or cut. */
function linesOfClassic(body: string): RawCaption[] | null {
  const ms = (seconds: number | undefined) => (seconds === undefined ? undefined : Math.round(seconds * 1_000));
  return parseXml(body, 'transcript', 'text', (attributes) => ({
    startMs: ms(numberAttribute(attributes, 'start')) ?? -1,
    durationMs: ms(numberAttribute(attributes, 'dur')),
  }));
}

/**
 * Finds every `<tag …>…</tag>` by plain search, because caption XML is untrusted: no DTD, no entity expansion, and time linear in its length for
 * any content. Null when the root element does not close, which means a truncated body.
 */
function parseXml(
  body: string,
  root: string,
  tag: string,
  timesOf: (attributes: string) => { startMs: number; durationMs?: number },
): RawCaption[] | null {
  const rootAt = body.indexOf(`<${root}`);
  if (rootAt < 0 || rootAt > 1_000) return null;
  const end = body.trimEnd();
  if (!end.endsWith(`</${root}>`)) return /^<[^<>]*\/>$/.test(end.slice(rootAt)) ? [] : null;
  const found: RawCaption[] = [];
  for (const piece of body.slice(rootAt).split(`<${tag}`).slice(1)) {
    const openEnd = piece.indexOf('>');
    // `<p` also begins `<pen`: an element's name ends at white space or at the bracket.
    if (openEnd < 0 || !/^[\s>/]/.test(piece) || piece[openEnd - 1] === '/') continue;
    const close = piece.indexOf(`</${tag}>`, openEnd);
    if (close < 0) continue;
    found.push({ ...timesOf(piece.slice(0, openEnd)), lines: xmlLines(piece.slice(openEnd + 1, close)) });
  }
  return found;
}

/** A numeric attribute, or undefined when it is absent or not a plain number. */
function numberAttribute(attributes: string, name: string): number | undefined {
  const match = new RegExp(`\\s${name}\\s{0,3}=\\s{0,3}["'](\\d{1,15}(?:\\.\\d{1,9})?)["']`).exec(
    attributes.slice(0, 1_000),
  );
  return match === null ? undefined : Number(match[1]);
}

/** WebVTT, the last resort when YouTube ignores the requested format. */
function linesOfVtt(body: string): RawCaption[] {
  const captions: RawCaption[] = [];
  for (const cue of cuesOf(body)) {
    if ('why' in cue) continue;
    const { startMs, endMs, lines } = cue;
    captions.push({ startMs, durationMs: endMs - startMs, lines: captionLines(lines.join('\n')) });
  }
  return captions;
}

// Removed first, because `<\0b>` would otherwise become a tag later. Postgres refuses NUL, and none of these characters is speech. The decoder
// writes U+FFFD for an entity that is not a character, such as `&#0;`; a line of nothing else would count as a line with words.
const UNSPOKEN =
  /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u202a\u202b\u202d\u2060\u2066-\u2069\ufeff\ufffd]/g;
/** Kept where it ends an override: the quarantine must see which words a reader sees from right to left (SUM-17). */
const END_OF_DIRECTION = /\u202c/g;
/**
 * More marks than any language puts on a letter. Sorting thousands of them takes quadratic time. The pattern starts only at the first mark of a
 * letter; if it started at each mark, letters with 29 marks each would be read 15 times.
 */
const HEAPED = /(?<!(?!\p{DI})\p{M})((?:(?!\p{DI})\p{M}){30})(?:(?!\p{DI})\p{M})+/gu;

const LINE_END = /\r\n?|[\n\u2028\u2029]/;
/** A transcript that mentions entities means them literally. */
const SPEAKS_OF_ENTITIES = /\b(?:html|xml|entit(?:y|ies)|escap|ampersand|encod)/i;
const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8}\d?);/i;
/** A single bracket is text of the author; a tag that is closed is markup that was encoded twice. */
const CLOSED_TAG = /&lt;\/[a-z]/i;
const BRACKET = /&(?=(?:lt|gt|#0{0,4}6[02]|#x0{0,4}3[ce]);)/gi;

/** ASCII with single spaces, without markup or entities: most lines of most files, which need no change. */
const PLAIN_LINE = /^[!-%'-;=-[\]-~]+(?: [!-%'-;=-[\]-~]+)*$/;

/**
 * The lines of a caption as plain words: entities are decoded (unknown names stay), markup and control characters are removed, white space is
 * collapsed, and no line is empty. The characters of VOICE (caption-marks.ts) enclose the names of voices.
 */
export function captionLines(raw: string): string[] {
  if (PLAIN_LINE.test(raw)) return [raw];
  const text = withoutMarks(spoken(decoded(raw)).replace(HEAPED, '$1')).toWellFormed();
  return text
    .split(LINE_END)
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '');
}

function spoken(text: string): string {
  const left = text.replace(UNSPOKEN, '');
  return left.includes('\u202e') ? left : left.replace(END_OF_DIRECTION, '');
}

/** A text of one line as plain words, such as a title or the name of a track. */
export function cleanCaptionText(raw: string): string {
  return captionLines(raw).join(' ').replace(VOICE_NAMES, '').trim();
}

/** Decodes a second time when a program encoded twice: nobody says `hasn&#39;t`. */
function decoded(raw: string): string {
  if (!raw.includes('&')) return raw;
  const once = decodeHTMLStrict(raw);
  if (!ENTITY.test(once) || SPEAKS_OF_ENTITIES.test(once)) return once;
  return decodeHTMLStrict(CLOSED_TAG.test(once) ? once : once.replace(BRACKET, '&amp;'));
}

const XML_BREAK = /<br\s{0,3}\/?>/gi;

/** The lines inside an XML caption element: removes child elements, then the second level of escaping that classic captions have. */
function xmlLines(inner: string): string[] {
  return captionLines(decodeXML(inner.replace(XML_BREAK, '\n').replace(/<[^<>]*>/g, '')));
}
