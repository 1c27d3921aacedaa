import type { Parameters, SuppliedTranscript } from '@precis/proto/summarisation/v1/summarisation';
import type { FastifyRequest } from 'fastify';
import { wantsEventStream } from '../http/wants-event-stream.js';
import { summaryTypeOf } from './summary-type.js';
import { formOf, type SummariseBody } from './youtube.schemas.js';

/** Translates the requested summary of a body into the parameters of summarisation. */
export function parametersOf({
  summary_type,
  custom_prompt,
  language,
}: Pick<SummariseBody, 'summary_type' | 'custom_prompt' | 'language'>): Parameters {
  return {
    summaryType: summaryTypeOf(summary_type),
    customPrompt: custom_prompt?.trim() ?? '',
    language: language ?? '',
  };
}

/** The caller's own transcript, or undefined (SUM-10). */
export function suppliedOf({ transcript, title }: SummariseBody): SuppliedTranscript | undefined {
  return transcript && { title: title ?? '', body: transcript };
}

/** A job stores neither a transcript nor an answer format, so a request with either is answered at once. */
export function canBeJob(body: SummariseBody, { headers }: FastifyRequest): boolean {
  const { format, timestamps } = formOf(body);
  return format === 'json' && timestamps && !body.transcript && !wantsEventStream(headers.accept);
}
