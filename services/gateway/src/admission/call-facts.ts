import type { Parameters, Result, SuppliedTranscript } from '@precis/proto/summarisation/v1/summarisation';
import { type CallFacts, type Outcome, OutcomeKind, type Subject } from '@precis/proto/usage/v1/usage';
import { createHash, hash } from 'node:crypto';
import type { LimitState } from '../http/http-problem.js';
import type { CallNote } from '../http/request-context.js';
import type { LargeBody } from '../http/large-bodies.js';
import type { SummaryForm } from '../youtube/summary-form.js';
import { SUMMARY_TYPES } from '../youtube/summary-type.js';

/** In a release: any attempt of the call, because the answer with the attempt's number was lost or does not exist yet. */
export const ATTEMPT_UNKNOWN = 0;

/** One call of a metered route, with types and lengths already checked. */
export interface MeteredRequest {
  accountId: string;
  requestId: string;
  endpoint: string;
  client: string;
  /** May be empty when a transcript is given. */
  url: string;
  /** The caller's own transcript (SUM-10). */
  transcript?: SuppliedTranscript;
  /** The body of the call, if it was larger than 100 kB. */
  largeBody?: LargeBody;
  parameters: Parameters;
  form: SummaryForm;
  idempotencyKey?: string;
  /** Where the outcome of the call is recorded. */
  note?: CallNote;
}

/** The month's quota after the call. */
export function quotaOf({ limit, remaining, resetAtSeconds }: Outcome): LimitState {
  return { limit, remaining, resetAtSeconds };
}

/**
 * Records which call usage knows for this request. A replay gets the id of the call that was charged before, because its own id is stored nowhere.
 * Without an outcome, the note keeps the id that the call began with: usage is asked later whether it was charged.
 */
export function noteOutcome({ note }: MeteredRequest, { kind, callId }: Outcome): void {
  if (!note) return;
  note.callId = KNOWN.includes(kind) ? callId : undefined;
}

/** The fields of a summary that usage stores unchanged for its owner's list (SUM-12). */
export function subjectOf({ videoId, title, summaryType, durationSeconds }: Result): Subject {
  return { videoId, title, summaryType: SUMMARY_TYPES.wordOf(summaryType), durationSeconds };
}

/**
 * The fields of a call that usage stores unchanged. `holder` is the gateway that waits for the work. A job has no holder, because no gateway waits
 * for it.
 */
export function callFactsOf(request: MeteredRequest, by: { holder: string } | 'job'): CallFacts {
  const { endpoint, client, idempotencyKey } = request;
  const holder = by === 'job' ? '' : by.holder;
  // The hashes serve to recognise a repeat by its Idempotency-Key. Without a key there is nothing to compare.
  if (idempotencyKey === undefined) return { idemHash: NONE, bodyHash: NONE, client, endpoint, holder };
  return {
    idemHash: sha256(idempotencyKey),
    bodyHash: sha256(meaningOf(request, by === 'job')),
    client,
    endpoint,
    holder,
  };
}

const NONE = new Uint8Array();
const KNOWN = [OutcomeKind.OUTCOME_KIND_GRANTED, OutcomeKind.OUTCOME_KIND_CHARGED, OutcomeKind.OUTCOME_KIND_REPLAY];

/** Everything in a body that has a meaning, as one text. The order of fields and unknown fields do not change it. */
function meaningOf(request: MeteredRequest, isJob: boolean): string {
  const { endpoint, url, parameters } = request;
  return JSON.stringify([endpoint, url, parameters.summaryType, parameters.customPrompt, ...optionsOf(request, isJob)]);
}

/** Options with their default values are left out. So a call that uses none has the same hash as before these options existed. */
function optionsOf(request: MeteredRequest, isJob: boolean): object[] {
  const { language } = request.parameters;
  const { format, timestamps } = request.form;
  const options = {
    ...transcriptHash(request),
    ...(language !== '' && { language: language.toLowerCase() }),
    ...(!timestamps && { timestamps }),
    ...(format !== 'json' && { format }),
    ...(isJob && { job: true }),
  };
  return Object.keys(options).length > 0 ? [options] : [];
}

function transcriptHash({ transcript, largeBody }: MeteredRequest): object {
  if (!transcript?.body) return {};
  const { title, body } = transcript;
  const sha256 = largeBody?.transcriptSha256 || createHash('sha256').update(body.value).digest('hex');
  return { transcript: sha256, title, kind: body.$case };
}

/** The 32 bytes of the SHA-256 of a text. */
export function sha256(text: string): Uint8Array {
  return hash('sha256', text, 'buffer');
}
