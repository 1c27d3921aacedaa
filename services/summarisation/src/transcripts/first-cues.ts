import { notReadable } from './supplied.errors.js';

/** Hundreds of cues, and more than any header: a hostile file is refused by a fiftieth of it. */
const HEAD_BYTES = 100_000;
/** Two numbers and an arrow between them, in whatever way times and arrows are written: what they mean is judged when the whole is read. */
const LIKE_TIMES = /\d[\d:.,]{0,20}\s{0,20}[-–—−]{1,3}>\s{0,20}\d/;

/**
 * Judges a long transcript by its beginning before the rest is decoded: where none of the first cues can be one, nothing is read that its sender would
 * not pay for. Throws invalid `transcript_invalid`. What passes is judged cue by cue.
 */
export function judgeFirstCues({ kind, bytes }: { kind: 'segments' | 'subtitles'; bytes: Uint8Array }): void {
  if (bytes.length <= HEAD_BYTES) return;
  const head = new TextDecoder().decode(bytes.subarray(0, HEAD_BYTES));
  if (kind === 'segments') judgeSegments(head);
  else if (!LIKE_TIMES.test(head)) throw notReadable('line 1', 'this is neither SubRip nor WebVTT');
}

/** As the gateway writes them: one flat object after the other, without spaces. */
function judgeSegments(head: string): void {
  const end = head.lastIndexOf('},{');
  if (end < 0) throw notReadable('segment 0 (the first is 0)', 'the text is too long for one segment');
  let segments: { startSeconds?: number }[];
  try {
    segments = JSON.parse(`${head.slice(0, end)}}]`) as typeof segments;
  } catch {
    // Those three signs stood in a text.
    return;
  }
  if (!segments.some(({ startSeconds = -1 }) => startSeconds >= 0))
    throw notReadable('segment 0 (the first is 0)', 'there is no start');
}
