import { type Captions, captionsOf } from '../transcripts/captions.js';
import { type CaptionBody, readCaptionBody } from './caption-body.rule.js';

/** An answer of YouTube's, and of which track it is. */
export interface CaptionsToRead {
  body: string;
  language: string;
  isGenerated: boolean;
}

/** As CaptionBody says, but with the segments as bytes. */
export type CaptionsRead = { kind: 'segments'; json: Captions['json']; hash: Captions['hash'] } | Exclude<CaptionBody, { kind: 'segments' }>;

/** Reads captions; `signal` ends the reading. Where it is done is for whoever starts the source to say. */
export type ReadCaptions = (read: CaptionsToRead, signal: AbortSignal) => Promise<CaptionsRead>;

export function captionsIn({ body, language, isGenerated }: CaptionsToRead): CaptionsRead {
  const read = readCaptionBody(body);
  return read.kind === 'segments' ? { kind: 'segments', ...captionsOf(read.segments, language, isGenerated) } : read;
}
