import { ChargeState, type RequestRecord } from '@precis/proto/usage/v1/usage';
import { z } from 'zod';

const CHARGES = ['no', 'yes', 'pending', 'refunded'] as const;
const count = z.number().int();
/** What the API shows of a request. */
export const requestEntry = z.object({
  request_id: z.string(),
  time: z.string(),
  method: z.string(),
  endpoint: z.string().describe('The route, with a placeholder for each id'),
  status: count
    .nullable()
    .describe('Status of the answer, or of the error that ended a stream; null when the client left before'),
  code: z.string().nullable().describe('Code of an error: see GET /api/errors'),
  charged: z.boolean().describe('Whether this request cost a video, according to the quota count'),
  charge: z.enum(CHARGES).describe('pending: the job or the work is still running; refunded: charged and given back'),
  engine: z.string().nullable().describe('The engine that wrote the summary; null when none was delivered'),
  cached: z.boolean().describe('Whether the summary was already stored'),
  idempotent_replay: z
    .boolean()
    .describe('Whether the answer is that of an earlier call with the same Idempotency-Key'),
  latency_ms: count,
  client: z.string(),
  call_id: z
    .string()
    .nullable()
    .describe('For a metered call: the id of its job, and of its summary once it is charged'),
});
/** The answer of GET /api/requests/{id}. */
export const requestAnswer = z.object({ success: z.literal(true), data: requestEntry });

const WORDS: Partial<Record<ChargeState, (typeof CHARGES)[number]>> = {
  [ChargeState.CHARGE_STATE_CHARGED]: 'yes',
  [ChargeState.CHARGE_STATE_PENDING]: 'pending',
  [ChargeState.CHARGE_STATE_REFUNDED]: 'refunded',
};

/** Formats the record of a request as the API shows it (API-33). */
export function requestView(found: RequestRecord, charge: ChargeState): z.output<typeof requestEntry> {
  const word = WORDS[charge] ?? 'no';
  return {
    request_id: found.requestId,
    time: new Date(found.atMs).toISOString(),
    method: found.method,
    endpoint: found.endpoint,
    status: found.status || null,
    code: found.code || null,
    charged: word === 'yes',
    charge: word,
    engine: found.engine || null,
    cached: found.cached,
    idempotent_replay: found.replayed,
    latency_ms: found.latencyMs,
    client: found.client,
    call_id: found.callId || null,
  };
}
