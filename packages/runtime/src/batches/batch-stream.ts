import { type ClientDuplexStream, Metadata, type ServiceError, status } from '@grpc/grpc-js';
import type { SpanContext } from '@opentelemetry/api';
import type { ServeRequest, ServeResponse } from '@precis/proto/batch/v1/batch';
import type { RunningSpan } from '../tracing/start-span.js';

/** What the items of a batch are. */
export interface BatchedMethod<Q, R> {
  /** Path of the unary method that does the same work; spans have its name. */
  path: string;
  encode(request: Q): Uint8Array;
  decode(response: Uint8Array): R;
  /**
   * Asks by unary calls: a copy of the release before serves no stream. Has a deadline and a repeat of its own. Rejects when all failed
   * together; otherwise each has its own end, in the order of the requests.
   */
  unary(requests: Q[]): Promise<PromiseSettledResult<R>[]>;
}

/** A call that has no answer yet. */
export interface Entry<Q, R> {
  request: Q;
  /** The same, encoded as it was asked: one that cannot be fails alone. */
  bytes: Uint8Array;
  trace: SpanContext | undefined;
  askedMs: number;
  repeats: number;
  resolve(response: R): void;
  reject(error: unknown): void;
}

/** Calls that were sent together; those with an answer are no longer among its entries. */
export interface Batch<Q, R> {
  entries: Map<number, Entry<Q, R>>;
  sentMs: number;
  passed: boolean;
  timer: NodeJS.Timeout;
  span: RunningSpan | undefined;
}

/** One stream, from its opening to its end. */
export interface Stream<Q, R> {
  call: ClientDuplexStream<ServeRequest, ServeResponse>;
  openedMs: number;
  heardMs: number;
  batches: Map<number, Batch<Q, R>>;
  lastNumber: number;
  lastId: number;
  over: boolean;
}

/** An error as grpc-js makes it of a status. */
export function failure(code: status, details: string, facts: Record<string, string> = {}): ServiceError {
  const metadata = new Metadata();
  for (const [key, value] of Object.entries(facts)) metadata.set(key, value);
  return Object.assign(new Error(`${code} ${status[code]}: ${details}`), { code, details, metadata });
}
