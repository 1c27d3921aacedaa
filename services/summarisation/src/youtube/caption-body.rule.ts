import { isBlockedBody } from './blocked-body.rule.js';
import { parseClassic } from './classic.rule.js';
import { parseJson3 } from './json3.rule.js';
import type { CaptionSegment } from './segment-order.rule.js';
import { parseSrv3 } from './srv3.rule.js';
import { parseVtt } from './vtt.rule.js';

/** What a caption answer turned out to be. `gated` = well-formed but without a word, YouTube's answer to a client it does not trust. */
export type CaptionBody =
  { kind: 'segments'; segments: CaptionSegment[] } | { kind: 'gated' | 'blocked' | 'unreadable' };

/** Captions are read in whatever of the four formats they come, and an empty answer is never an empty transcript (decisions 21). */
export function readCaptionBody(body: string): CaptionBody {
  if (body.trim() === '') return { kind: 'gated' };
  if (isBlockedBody(body)) return { kind: 'blocked' };
  const start = body.trimStart();
  const segments = start.startsWith('{')
    ? parseJson3(start)
    : start.startsWith('WEBVTT')
      ? parseVtt(start)
      : (parseSrv3(start) ?? parseClassic(start));
  if (segments === null) return { kind: 'unreadable' };
  return segments.length === 0 ? { kind: 'gated' } : { kind: 'segments', segments };
}
