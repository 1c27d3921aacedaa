import { randomBytes } from 'node:crypto';

/** A client's trace: its header, and the ids in it. */
export interface OwnTrace {
  traceId: string;
  spanId: string;
  headers: { traceparent: string };
}

export function ownTrace(flags = '01'): OwnTrace {
  const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  return { traceId, spanId, headers: { traceparent: `00-${traceId}-${spanId}-${flags}` } };
}
