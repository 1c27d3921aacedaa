import type { Parameters, SuppliedTranscript } from '@precis/proto/summarisation/v1/summarisation';
import type { FastifyRequest } from 'fastify';
import { wantsEventStream } from '../http/wants-event-stream.js';
import { summaryTypeOf } from './summary-type.js';
import { formOf, type SummariseBody } from './youtube.schemas.js';

/** What a body says of the summary it asks for, in the words of summarisation. */
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

/** The caller's own transcript (SUM-10). */
export function suppliedOf({ transcript, title }: SummariseBody): SuppliedTranscript | undefined {
  return transcript && { title: title ?? '', body: transcript };
}

/** A job keeps no transcript and no form of the answer: what has either is answered now. */
export function canBeJob(body: SummariseBody, { headers }: FastifyRequest): boolean {
  const { format, timestamps } = formOf(body);
  return format === 'json' && timestamps && !body.transcript && !wantsEventStream(headers.accept);
}
