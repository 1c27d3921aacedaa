import { cleanCaptionText } from './caption-text.rule.js';
import { orderSegments, type CaptionSegment, type RawCaption } from './segment-order.rule.js';

interface Json3Event {
  tStartMs?: unknown;
  dDurationMs?: unknown;
  aAppend?: unknown;
  segs?: unknown;
}

function toCaption(event: Json3Event | null): RawCaption | null {
  // no segs = window set-up; aAppend = the line break of rolling generated captions
  if (event === null || typeof event !== 'object' || !Array.isArray(event.segs) || event.aAppend === 1) return null;
  if (typeof event.tStartMs !== 'number') return null;
  const words = event.segs.map((seg: { utf8?: unknown } | null) => (typeof seg?.utf8 === 'string' ? seg.utf8 : ''));
  const durationMs = typeof event.dDurationMs === 'number' ? event.dDurationMs : undefined;
  return { startMs: event.tStartMs, durationMs, text: cleanCaptionText(words.join('')) };
}

/** YouTube's json3 captions as segments (decisions 21): [] when it holds no words, null when it is not json3 at all. */
export function parseJson3(body: string): CaptionSegment[] | null {
  let parsed: { wireMagic?: unknown; events?: unknown } | null;
  try {
    parsed = JSON.parse(body) as typeof parsed;
  } catch {
    return null;
  }
  if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed)) return null;
  if (parsed.events === undefined) return parsed.wireMagic === 'pb3' ? [] : null;
  if (!Array.isArray(parsed.events)) return null;
  return orderSegments(parsed.events.map(toCaption).filter((caption) => caption !== null));
}
