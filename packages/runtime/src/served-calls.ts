import {
  type Metadata,
  type ServerInterceptor,
  ServerInterceptingCall,
  type ServerListener,
  type ServiceDefinition,
  status,
} from '@grpc/grpc-js';
import { Histogram, type Registry } from 'prom-client';
import { rpcFacts } from './tracing/client-call.js';
import { type RunningSpan, SpanKind, startSpan } from './tracing/start-span.js';
import { parseTraceparent } from './tracing/traceparent.js';

/** Excluded: probes come every few seconds, have no relevant deadline, and would hide the calls. */
const HEALTH = '/grpc.health.v1.Health/';
/** Excluded: a stream lives for a minute; its batches are measured one by one (served-batches.ts). */
const STREAMS = '/batch.v1.BatchService/';
/** Statuses that are a fault of the serving side, and mark the span as failed. The others refuse a wrong or forbidden call. */
export const SERVER_FAULTS = new Set<status>([
  status.UNKNOWN,
  status.INTERNAL,
  status.DATA_LOSS,
  status.UNIMPLEMENTED,
  status.UNAVAILABLE,
  status.DEADLINE_EXCEEDED,
]);

const DURATIONS = 'precis_grpc_server_duration_seconds';

/** The single histogram of all calls that a process serves, alone or in batches. */
export function durationsOf(metrics: Registry): Histogram<'method' | 'code'> {
  return (
    (metrics.getSingleMetric(DURATIONS) as Histogram<'method' | 'code'> | undefined) ??
    new Histogram({
      name: DURATIONS,
      help: 'Time from the arrival of a gRPC call to its status, by method and status code.',
      labelNames: ['method', 'code'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers: [metrics],
    })
  );
}

/** Measures every call that a gRPC server answers, including refused ones, and runs it within the caller's trace. */
export function servedCalls(definitions: ServiceDefinition[], metrics: Registry): ServerInterceptor {
  const paths = new Set(definitions.flatMap((definition) => Object.values(definition).map(({ path }) => path)));
  const seconds = durationsOf(metrics);
  return ({ path }, call) => {
    if (path.startsWith(HEALTH) || path.startsWith(STREAMS)) return new ServerInterceptingCall(call);
    const startedMs = performance.now();
    let span: RunningSpan | undefined;
    let open = true;
    const end = (code: status) => {
      if (!open) return;
      open = false;
      // A path that is not served is arbitrary text of the caller, and must not become a label.
      seconds.observe(
        { method: paths.has(path) ? path.slice(1) : 'unknown', code: status[code] },
        (performance.now() - startedMs) / 1_000,
      );
      span?.end({ 'rpc.grpc.status_code': code }, SERVER_FAULTS.has(code));
    };
    const within = (work: () => void) => (span ? span.run(work) : work());
    const listener: ServerListener = {
      onReceiveMetadata: (metadata, proceed) => {
        span = paths.has(path) ? spanOf(path, metadata) : undefined;
        within(() => proceed(metadata));
      },
      // The handler of a unary call begins one turn of the event loop later: a process that was suspended (SIGSTOP, a paused machine) reads a call
      // together with its cancellation. If it began anyway, an old change would undo a newer one that another copy has made since.
      onReceiveHalfClose: (proceed) => setImmediate(() => open && within(proceed)),
      onCancel: () => end(status.CANCELLED),
    };
    return new ServerInterceptingCall(call, {
      start: (proceed) => proceed(listener),
      sendStatus: (answer, proceed) => {
        end(answer.code as status);
        proceed(answer);
      },
    });
  };
}

/** A call without a trace comes from a poll or an operator, and gets no span. */
function spanOf(path: string, metadata: Metadata): RunningSpan | undefined {
  return servedSpan(path, metadata.get('traceparent')[0]);
}

/** The span of a call that names its trace. */
export function servedSpan(path: string, traceparent: Parameters<typeof parseTraceparent>[0]): RunningSpan | undefined {
  const parent = parseTraceparent(traceparent);
  return (
    parent && startSpan({ service: path.slice(1).split('.')[0], ...rpcFacts(path), kind: SpanKind.SERVER, parent })
  );
}
