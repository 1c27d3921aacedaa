import { TYPE_ARGUMENTS } from '../transcripts/code-in-captions.js';
import { decodeHTMLStrict, decodeXML } from 'entities/decode';
import { type Captions, captionsOf, type TranscriptSegment } from '../transcripts/captions.js';
import { isBlockedBody } from './http-outcome.rule.js';

/** An answer of YouTube's, and of which track it is. */
export interface CaptionsToRead {
  body: string;
  language: string;
  isGenerated: boolean;
}

/**
 * What a caption answer turned out to be. `gated` = well-formed but without a line, YouTube's answer to a client it does not trust; `wordless` =
 * every line is blank, as authors upload them to hide generated ones.
 */
export type CaptionBody =
  { kind: 'segments'; segments: TranscriptSegment[] } | { kind: 'gated' | 'wordless' | 'blocked' | 'unreadable' };

/** As CaptionBody says, but with the segments as bytes. */
export type CaptionsRead = ({ kind: 'segments' } & Captions) | Exclude<CaptionBody, { kind: 'segments' }>;

/** Reads captions for an account; `signal` ends the reading. The one that starts the source decides in which thread. */
export type ReadCaptions = (read: CaptionsToRead, signal: AbortSignal, account: string) => Promise<CaptionsRead>;

/**
 * Words of a video of a whole day, each marked for itself. Each of these signs may begin an object of a hundred bytes or more, so that 20 MB
 * of nothing else would take most of a gigabyte.
 */
const MOST_OPENINGS = 600_000;

export function captionsIn({ body, language, isGenerated }: CaptionsToRead): CaptionsRead {
  if (openings(body) > MOST_OPENINGS) return { kind: 'unreadable' };
  const read = readCaptionBody(body);
  return read.kind === 'segments' ? { kind: 'segments', ...captionsOf(read.segments, language, isGenerated) } : read;
}

/** How many objects, arrays or tags a body may begin; counted in place, since collecting them would take the memory itself. */
function openings(body: string): number {
  let count = 0;
  for (const sign of ['{', '[', '<']) {
    for (let at = body.indexOf(sign); at >= 0 && count <= MOST_OPENINGS; at = body.indexOf(sign, at + 1)) count += 1;
  }
  return count;
}

/** Captions are read in whichever of YouTube's four formats they come, and an empty answer is never an empty transcript (VID-10). */
export function readCaptionBody(body: string): CaptionBody {
  const start = body.trimStart();
  if (start === '') return { kind: 'gated' };
  if (isBlockedBody(body)) return { kind: 'blocked' };
  const lines = start.startsWith('{')
    ? linesOfJson3(start)
    : start.startsWith('WEBVTT')
      ? linesOfVtt(start)
      : (linesOfSrv3(start) ?? linesOfClassic(start));
  if (lines === null) return { kind: 'unreadable' };
  const segments = inOrder(lines);
  if (segments.length > 0) return { kind: 'segments', segments };
  // Only what is fully understood is the author's doing: a form that has changed yields no words either.
  const isBlank = lines.length > 0 && lines.every(({ startMs, text }) => startMs >= 0 && text === '');
  return { kind: isBlank ? 'wordless' : 'gated' };
}

/** A caption line as the formats give it; a missing duration lasts until the next line. */
export interface RawCaption {
  startMs: number;
  durationMs?: number;
  text: string;
}

/** json3: [] when it holds no lines, null when it is not json3 at all. */
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
  // No segs = window set-up. What is appended (aAppend, in srv3 a="1") is a line break where captions are generated, and words in others.
  if (event === null || typeof event !== 'object' || !Array.isArray(event.segs)) return [];
  if (typeof event.tStartMs !== 'number') return [];
  const words = event.segs
    .map((seg: { utf8?: unknown } | null) => seg?.utf8)
    .filter((word: unknown) => typeof word === 'string');
  if (words.length === 0) return [];
  const durationMs = typeof event.dDurationMs === 'number' ? event.dDurationMs : undefined;
  return [{ startMs: event.tStartMs, durationMs, text: cleanCaptionText(words.join('')) }];
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
 * Finds every `<tag …>…</tag>` by plain searching, because caption XML is outside data: no DTD, no entity expansion, and time linear in its
 * length whatever it holds. Null when the root does not close, that is a cut body.
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
    found.push({ ...timesOf(piece.slice(0, openEnd)), text: cleanXmlCaption(piece.slice(openEnd + 1, close)) });
  }
  return found;
}

/** A numeric attribute, or undefined when absent or not a plain number. */
function numberAttribute(attributes: string, name: string): number | undefined {
  const match = new RegExp(`\\s${name}\\s{0,3}=\\s{0,3}["'](\\d{1,15}(?:\\.\\d{1,9})?)["']`).exec(
    attributes.slice(0, 1_000),
  );
  return match === null ? undefined : Number(match[1]);
}

const CUE_TIMES = /^(?:(\d{1,4}):)?(\d{2}):(\d{2})\.(\d{3})\s+-->\s+(?:(\d{1,4}):)?(\d{2}):(\d{2})\.(\d{3})/;

/** WebVTT, the last resort when YouTube ignores the format we asked for. */
function linesOfVtt(body: string): RawCaption[] {
  return body
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .flatMap((block) => {
      const lines = block.split('\n');
      const timesAt = lines.findIndex((line) => line.includes('-->'));
      const times = CUE_TIMES.exec(lines[timesAt] ?? '');
      if (times === null) return [];
      const startMs = cueMs(times.slice(1, 5));
      // The times of single words are marks among them.
      const words = lines.slice(timesAt + 1).join(' ');
      const text = cleanCaptionText(words.replace(/<[\d:.]{4,16}>/g, ''));
      return [{ startMs, durationMs: cueMs(times.slice(5)) - startMs, text }];
    });
}

function cueMs([hours = '0', minutes, seconds, milliseconds]: (string | undefined)[]): number {
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 + Number(milliseconds);
}

/** What is said later is no time of a video. */
export const LONGEST_VIDEO_MS = 7 * 24 * 3_600_000;
const LAST_LINE_MS = 2_000;
/** No line of captions is nearly as long; one of megabytes would become a citation that no answer of ours can carry. */
const LONGEST_LINE_CHARS = 5_000;

/** Captions in order of time that never overlap and are never negative; a line without words is left out. */
export function inOrder(captions: RawCaption[]): TranscriptSegment[] {
  const sorted = captions
    .filter((caption) => caption.text !== '' && caption.startMs >= 0 && caption.startMs <= LONGEST_VIDEO_MS)
    .sort((a, b) => a.startMs - b.startMs);
  return sorted.map(({ startMs, durationMs, text }, index) => {
    const untilNextMs = index + 1 < sorted.length ? sorted[index + 1].startMs - startMs : undefined;
    const wantedMs = durationMs !== undefined && durationMs >= 0 ? durationMs : (untilNextMs ?? LAST_LINE_MS);
    return {
      startMs: Math.round(startMs),
      // Generated captions overlap the next line: a line ends where the next begins.
      durationMs: Math.round(Math.min(wantedMs, untilNextMs ?? LONGEST_VIDEO_MS)),
      // The cut may fall between the halves of a character, which Postgres would refuse.
      text: text.length > LONGEST_LINE_CHARS ? text.slice(0, LONGEST_LINE_CHARS).toWellFormed() : text,
    };
  });
}

// Removed first, or `<\0b>` would become a tag later; Postgres refuses NUL, and none of these is speech. U+FFFD is what the decoder makes of
// an entity that is no character, such as `&#0;`: a line of nothing else would count as a line with words.
const UNSPOKEN = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u200b\ufeff\ufffd]/g;
const TAG = new RegExp(`<(?!${TYPE_ARGUMENTS})[a-z/!?][^<>]{0,500}>`, 'gi');
// A run is tried at its first bracket alone: tried at each of them, a million brackets would take hours.
const OPENING = new RegExp(`(?<!<)<+(?=[a-z/!?])(?!${TYPE_ARGUMENTS})`, 'gi');
/**
 * More marks on a letter are no speech in any language, and to put thousands of them into one order takes the square of their number. Tried at
 * the first mark of a letter alone: tried at each of them, letters with 29 marks each would be read 15 times.
 */
const HEAPED = /(?<!(?!\p{DI})\p{M})((?:(?!\p{DI})\p{M}){30})(?:(?!\p{DI})\p{M})+/gu;

/**
 * Caption text as plain words: entities resolved once (unknown names stay), tags and control characters gone, white space folded.
 * Tags may appear only after decoding (`&lt;i>`), and hostile text nests them, so what still looks like a tag loses its bracket.
 */
export function cleanCaptionText(raw: string): string {
  return decodeHTMLStrict(raw)
    .replace(UNSPOKEN, '')
    .replace(HEAPED, '$1')
    .replace(TAG, '')
    .replace(TAG, '')
    .replace(OPENING, '')
    .toWellFormed()
    .replace(/\s+/g, ' ')
    .trim();
}

/** Text inside an XML caption element: child elements dropped, then the second level of escaping that classic captions carry. */
function cleanXmlCaption(inner: string): string {
  return cleanCaptionText(decodeXML(inner.replace(/<[^<>]*>/g, '')));
}
