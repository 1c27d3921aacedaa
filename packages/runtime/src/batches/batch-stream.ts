import { type ClientDuplexStream, Metadata, type ServiceError, status } from '@grpc/grpc-js';
import type { SpanContext } from '@opentelemetry/api';
import type { ServeRequest, ServeResponse } from '@precis/proto/batch/v1/batch';
import type { RunningSpan } from '../tracing/start-span.js';

/** The limits of a client of batches; tests have their own. */
export const LIMITS = {
  /** Unanswered calls, sent or not. Above this number nothing new should begin; begun work may continue, up to twice as many. */
  mostOpen: 5_000,
  /** Time limit of a call with its repeats. A service on a busy machine may need seconds for its first calls. */
  deadlineMs: 9_000,
  /** A service from which a stream with open calls receives nothing for this long is treated as dead. */
  silenceMs: 3_000,
  /** A batch that is not passed holds back the next one for at most this long. A commit usually takes less, and a locked account more. */
  holdsBackMs: 50,
  /** Streams are renewed so that added copies get their share, and before the server ends the connection at 5 minutes. */
  streamAgeMs: 60_000,
  /**
   * How often a call is repeated. A service that ends its stream has answered everything that it read; the rest was never begun, and goes to another
   * copy.
   */
  mostRepeats: { broken: 2, ended: 5 },
};

/** An RPC method whose calls a client sends in batches: how its items are encoded, and the unary fallback. */
export interface BatchedMethod<Q, R> {
  /** Path of the unary method for the same work; spans have its name. */
  path: string;
  encode(request: Q): Uint8Array;
  decode(response: Uint8Array): R;
  /**
   * Makes unary calls, because a copy of the previous release serves no stream. Has its own deadline and retry. Rejects when all failed together;
   * otherwise returns one result per request, in order.
   */
  unary(requests: Q[]): Promise<PromiseSettledResult<R>[]>;
}

/** An unanswered call. */
export interface Entry<Q, R> {
  request: Q;
  /** The encoded request: one that cannot be encoded fails individually. */
  bytes: Uint8Array;
  trace: SpanContext | undefined;
  askedMs: number;
  repeats: number;
  resolve(response: R): void;
  reject(error: unknown): void;
}

/** Calls that were sent together; answered ones are removed from its entries. */
export interface Batch<Q, R> {
  /** Counts the batches of its stream. */
  number: number;
  entries: Map<number, Entry<Q, R>>;
  sentMs: number;
  timer: NodeJS.Timeout | undefined;
  span: RunningSpan | undefined;
}

/** One stream, from its opening to its end. */
export interface Stream<Q, R> {
  call: ClientDuplexStream<ServeRequest, ServeResponse>;
  openedMs: number;
  heardMs: number;
  /** Those with unanswered calls, oldest first. An array: a Map would be copied every few batches, and V8 keeps each copy for long. */
  batches: Batch<Q, R>[];
  lastNumber: number;
  lastId: number;
  over: boolean;
}

/** Makes the error that grpc-js makes of a status. */
export function failure(code: status, details: string, facts: Record<string, string> = {}): ServiceError {
  const metadata = new Metadata();
  for (const [key, value] of Object.entries(facts)) metadata.set(key, value);
  return Object.assign(new Error(`${code} ${status[code]}: ${details}`), { code, details, metadata });
}
