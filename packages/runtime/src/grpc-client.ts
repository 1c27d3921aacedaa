import { Client, type ClientUnaryCall, credentials, Metadata, type ServiceDefinition, status } from '@grpc/grpc-js';
import type { SpanContext } from '@opentelemetry/api';
import { fromGrpcError, isTransportFailure, wasRefused } from './grpc-errors.js';
import { pause } from './pause.js';
import { type Attempt, withSecondAttempt } from './second-attempt.js';
import { beginCall } from './tracing/client-call.js';

/** The address of a service, and the caller's identity. `address` is a gRPC target: `unix:/path`, `ipv4:a:1,b:1`, `dns:///name:port`. */
export interface GrpcTarget {
  address: string;
  caller: string;
  secret: string;
  /** For tests; default: KEEPALIVE. */
  keepalive?: Keepalive;
  /**
   * Gives the client its own connections. Otherwise all clients of one address share connections, and a long message delays the short ones after
   * it.
   */
  isApart?: boolean;
}

/** How often an idle or busy connection is pinged, and how long to wait for a pong before the connection is closed. */
export interface Keepalive {
  timeMs: number;
  timeoutMs: number;
}

/**
 * A peer that vanished silently (a lost node, a dropped NAT entry) leaves a connection that looks alive for as long as TCP retransmits: about 15
 * minutes, in which every call reaches its deadline. Pings replace it after 35 s at most.
 */
const KEEPALIVE: Keepalive = { timeMs: 30_000, timeoutMs: 5_000 };

/**
 * A restarted copy must be found while the next copy of a rolling restart still serves, which it does for DRAIN_DELAY_MS (2 s). grpc-js waits up to
 * a fifth longer than its maximum, and a busy machine takes time to connect. When these times exceed the delay, calls have no copy left.
 */
const RECONNECT_FIRST_MS = 100;
const RECONNECT_MOST_MS = 500;

export interface RpcOptions {
  /** How long the call may take; of an idempotent call, how long the first attempt may take before a second one begins beside it. Default: 5 s. */
  deadlineMs?: number;
  /** How long both attempts of an idempotent call may take together. Default: twice `deadlineMs`. */
  limitMs?: number;
  /**
   * Allows a second attempt when the transport fails or the first takes long (withSecondAttempt). Only for calls whose repeat has no second effect.
   * A call that the server refused unread is always repeated.
   */
  idempotent?: boolean;
  correlationId?: string;
  /** Further traces that the call belongs to, besides the active one. */
  links?: SpanContext[];
  /** Cancels the call, which rejects with the signal's reason and is not repeated. */
  signal?: AbortSignal;
}

/** The unary methods of a generated service definition as promises that throw DomainError. */
export type Rpc<D> = {
  [K in keyof D]: D[K] extends {
    requestSerialize: (value: infer Q) => Buffer;
    responseDeserialize: (bytes: Buffer) => infer R;
  }
    ? (request: Q, options?: RpcOptions) => Promise<R>
    : never;
} & { close(): void };

const DEFAULT_DEADLINE_MS = 5_000;
const RETRY_JITTER_MS = 50;

/** Opens a connection to every address of the target, with pings; calls use the addresses in turn. */
export function openChannel(target: GrpcTarget): Client {
  const keepalive = target.keepalive ?? KEEPALIVE;
  return new Client(target.address, credentials.createInsecure(), {
    'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
    'grpc.max_receive_message_length': 32 * 1024 * 1024,
    'grpc.initial_reconnect_backoff_ms': RECONNECT_FIRST_MS,
    'grpc.max_reconnect_backoff_ms': RECONNECT_MOST_MS,
    // Names are resolved again when a connection ends, by default at most every 30 s. A rollout that replaces all copies within that time would
    // leave the client with dead addresses only.
    'grpc.dns_min_time_between_resolutions_ms': 1_000,
    'grpc.keepalive_time_ms': keepalive.timeMs,
    'grpc.keepalive_timeout_ms': keepalive.timeoutMs,
    'grpc.use_local_subchannel_pool': target.isApart ? 1 : 0,
    // Pings also while no call runs, so that the first call after a quiet hour finds a working connection.
    'grpc.keepalive_permit_without_calls': 1,
  });
}

/** The credential of the calling service, as metadata. */
export function callerMetadata(target: GrpcTarget): Metadata {
  const metadata = new Metadata();
  metadata.set('x-caller', target.caller);
  metadata.set('x-caller-secret', target.secret);
  return metadata;
}

/** Creates a client whose calls all have a deadline and carry the caller's credential; round robin over several addresses. */
export function connectRpc<D extends ServiceDefinition>(definition: D, target: GrpcTarget): Rpc<D> {
  const client = openChannel(target);
  const begin = (name: string, request: unknown, options: RpcOptions, limitMs: number): Attempt<unknown> => {
    let call: ClientUnaryCall | undefined;
    const answer = new Promise((resolve, reject) => {
      const { path, requestSerialize, responseDeserialize } = definition[name];
      const metadata = callerMetadata(target);
      if (options.correlationId) metadata.set('x-correlation-id', options.correlationId);
      const deadline = Date.now() + limitMs;
      const { signal } = options;
      if (signal?.aborted) return reject(signal.reason as Error);
      const span = beginCall(target.caller, path, metadata, options.links);
      const cancel = () => call?.cancel();
      call = client.makeUnaryRequest(
        path,
        requestSerialize,
        responseDeserialize,
        request,
        metadata,
        { deadline },
        (error, response) => {
          span?.end({ 'rpc.grpc.status_code': error?.code ?? status.OK }, error !== null);
          signal?.removeEventListener('abort', cancel);
          if (!error) return resolve(response);
          return reject(signal?.aborted ? (signal.reason as Error) : fromGrpcError(error));
        },
      );
      signal?.addEventListener('abort', cancel);
    });
    return { answer, cancel: () => call?.cancel() };
  };
  const methods = Object.keys(definition).map((name) => [
    name,
    async (request: unknown, options: RpcOptions = {}) => {
      const { deadlineMs = DEFAULT_DEADLINE_MS, limitMs = 2 * deadlineMs, idempotent } = options;
      const beginFor = (forMs: number) => begin(name, request, options, forMs);
      if (idempotent) return withSecondAttempt({ begin: beginFor, afterMs: deadlineMs, limitMs, isTransportFailure });
      try {
        return await beginFor(deadlineMs).answer;
      } catch (error) {
        if (!wasRefused(error)) throw error;
        await pause(Math.random() * RETRY_JITTER_MS);
        return await beginFor(deadlineMs).answer;
      }
    },
  ]);
  return { ...Object.fromEntries(methods), close: () => client.close() } as Rpc<D>;
}
