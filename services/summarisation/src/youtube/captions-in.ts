import { type Captions, captionsOf } from '../transcripts/captions.js';
import { type CaptionBody, readCaptionBody } from './caption-body.rule.js';

/** An answer of YouTube's, and of which track it is. */
export interface CaptionsToRead {
  body: string;
  language: string;
  isGenerated: boolean;
}

/** As CaptionBody says, but with the segments as bytes. */
export type CaptionsRead =
  { kind: 'segments'; json: Captions['json']; hash: Captions['hash'] } | Exclude<CaptionBody, { kind: 'segments' }>;

/** Reads captions for an account; `signal` ends the reading. Where it is done is for whoever starts the source to say. */
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

/** How many objects, arrays or tags a body may begin; counted in place, since whatever collects them would take the memory itself. */
function openings(body: string): number {
  let count = 0;
  for (const sign of ['{', '[', '<']) {
    for (let at = body.indexOf(sign); at >= 0 && count <= MOST_OPENINGS; at = body.indexOf(sign, at + 1)) count += 1;
  }
  return count;
}
