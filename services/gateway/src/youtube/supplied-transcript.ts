import type { SuppliedTranscript } from '@precis/proto/summarisation/v1/summarisation';
import { z } from 'zod';

/** Describes the accepted shapes. Summarisation checks the content, in a worker thread (SUM-10). */
const DESCRIPTION =
  'SubRip or WebVTT subtitles as a text, or an array of segments with text and start_seconds (or start), and end_seconds (or end) or duration, in seconds';

const seconds = { type: 'number', nullable: true } as const;
const SCHEMA = {
  description: DESCRIPTION,
  nullable: true,
  anyOf: [
    { type: 'string' },
    {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          start_seconds: seconds,
          start: seconds,
          end_seconds: seconds,
          end: seconds,
          duration: seconds,
          text: { type: 'string' },
        },
        required: ['text'],
      },
    },
  ],
};

/** The body of the transcript in the message of summarisation. */
export type SuppliedBody = NonNullable<SuppliedTranscript['body']>;

interface GivenSegment {
  start_seconds?: unknown;
  start?: unknown;
  end_seconds?: unknown;
  end?: unknown;
  duration?: unknown;
  text?: unknown;
}

/**
 * A caller's own transcript; null and empty count as absent (API-2). Its segments are checked by hand, up to the first wrong one: a schema for each
 * would block the event loop for half a second when 100,000 of them are wrong.
 */
export function optionalTranscript() {
  return z
    .unknown()
    .optional()
    .transform((given, context): SuppliedBody | undefined => {
      if (given === undefined || given === null || given === '') return undefined;
      if (typeof given === 'string') return { $case: 'subtitles', value: Buffer.from(given) };
      const read = Array.isArray(given) ? segmentsOf(given) : [];
      if (Array.isArray(read)) {
        context.addIssue({ code: 'custom', path: read });
        return z.NEVER;
      }
      return { $case: 'segments', value: Buffer.from(JSON.stringify(read.segments)) };
    })
    .meta(SCHEMA);
}

/** Translates segments into the message's fields, or returns the path of the first wrong value. */
function segmentsOf(given: unknown[]): { segments: object[] } | PropertyKey[] {
  const segments: object[] = [];
  for (const [at, one] of given.entries()) {
    if (typeof one !== 'object' || one === null || Array.isArray(one)) return [at];
    const { start_seconds, start, end_seconds, end, duration, text }: GivenSegment = one;
    for (const [name, value] of Object.entries({ start_seconds, start, end_seconds, end, duration }))
      if (value !== undefined && value !== null && !Number.isFinite(value)) return [at, name];
    if (typeof text !== 'string') return [at, 'text'];
    segments.push({
      startSeconds: start_seconds ?? start ?? undefined,
      endSeconds: end_seconds ?? end ?? undefined,
      durationSeconds: duration ?? undefined,
      text,
    });
  }
  return { segments };
}
