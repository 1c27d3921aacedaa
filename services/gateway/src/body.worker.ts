import { serveTasks } from '@precis/runtime/threads/thread-tasks';
import { createHash } from 'node:crypto';
import { HttpProblem } from './http/http-problem.js';
import { parseFields, parseJson } from './http/parse-input.js';
import { canHaveCues } from './youtube/first-cue.js';
import { batchBody } from './youtube/batches.schemas.js';
import { type SummariseBody, summariseBody } from './youtube/youtube.schemas.js';

/** The refusal of subtitles without a cue. Summarisation answers with the same text. */
const NO_CUES = 'The transcript cannot be read at line 1: this is neither SubRip nor WebVTT.';
/** The schemas of the routes that take large bodies. */
const SCHEMAS = { summarise: summariseBody, batch: batchBody };

export interface LargeBodyToRead {
  bytes: Uint8Array;
  schema: keyof typeof SCHEMAS;
}

/** The fields of the body, or the refusal. The transcript is separate, so that its bytes are transferred instead of copied. */
export type LargeBodyRead =
  | {
      fields: object;
      kind?: NonNullable<SummariseBody['transcript']>['$case'];
      transcript?: Uint8Array;
      transcriptSha256: string;
    }
  | { problem: [status: number, code: HttpProblem['code'], publicMessage: string] };

function readBody({ bytes, schema }: LargeBodyToRead): LargeBodyRead {
  try {
    const { transcript, ...fields } = parseFields(
      SCHEMAS[schema],
      parseJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)),
    ) as SummariseBody;
    if (!transcript) return { fields, transcriptSha256: '' };
    if (!canHaveCues(transcript)) return { problem: [400, 'transcript_invalid', NO_CUES] };
    const transcriptSha256 = createHash('sha256').update(transcript.value).digest('hex');
    return { fields, kind: transcript.$case, transcript: transcript.value, transcriptSha256 };
  } catch (error) {
    if (!(error instanceof HttpProblem)) throw error;
    return { problem: [error.status, error.code, error.publicMessage] };
  }
}

serveTasks({ readBody });
