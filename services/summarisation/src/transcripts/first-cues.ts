import { cuesOf, type LostCue } from './cues.js';
import { notReadable, noSubtitles } from './supplied.errors.js';

/** In bytes. Holds hundreds of cues, and is longer than any header. A hostile file is refused after a fiftieth of its length. */
const HEAD_BYTES = 100_000;

/**
 * Checks the beginning of a long transcript before the rest is decoded. When none of the first cues can be read, it throws invalid
 * `transcript_invalid`, because the sender would not pay for the rest of the work. A transcript that passes is then checked cue by cue.
 */
export function judgeFirstCues({ kind, bytes }: { kind: 'segments' | 'subtitles'; bytes: Uint8Array }): void {
  if (bytes.length <= HEAD_BYTES) return;
  const head = new TextDecoder().decode(bytes.subarray(0, HEAD_BYTES));
  if (kind === 'segments') judgeSegments(head);
  else judgeSubtitles(head);
}

function judgeSubtitles(head: string): void {
  let first: LostCue | undefined;
  for (const cue of cuesOf(head)) {
    if (!('why' in cue)) return;
    first ??= cue;
  }
  throw first ? notReadable(`line ${first.line}`, first.why) : noSubtitles();
}

/** The gateway writes segments as one flat object after the other, without spaces. */
function judgeSegments(head: string): void {
  const end = head.lastIndexOf('},{');
  if (end < 0) throw notReadable('segment 0 (the first is 0)', 'the text is too long for one segment');
  let segments: { startSeconds?: number }[];
  try {
    segments = JSON.parse(`${head.slice(0, end)}}]`) as typeof segments;
  } catch {
    // The `},{` that was found is part of a caption's text, so the beginning cannot be checked.
    return;
  }
  if (!segments.some(({ startSeconds = -1 }) => startSeconds >= 0))
    throw notReadable('segment 0 (the first is 0)', 'there is no start');
}
