import type { Metadata } from '@grpc/grpc-js';
import type { SpanContext } from '@opentelemetry/api';
import { activeTrace } from './active-trace.js';
import { type RunningSpan, SpanKind, startSpan } from './start-span.js';
import { formatTraceparent } from './traceparent.js';

/** The span name and attributes of a gRPC method. Its path comes from code, not from data. */
export function rpcFacts(path: string) {
  const [, service, method] = path.split('/');
  return { name: path.slice(1), attributes: { 'rpc.system': 'grpc', 'rpc.service': service, 'rpc.method': method } };
}

/** Begins the span of one attempt at an RPC, and passes its trace to the other side. A call without a trace, such as a poll, gets none. */
export function beginCall(
  service: string,
  path: string,
  metadata: Metadata,
  links?: SpanContext[],
): RunningSpan | undefined {
  const parent = activeTrace();
  if (!parent) return undefined;
  const span = startSpan({ service, ...rpcFacts(path), kind: SpanKind.CLIENT, parent, links });
  metadata.set('traceparent', formatTraceparent(span.spanContext));
  return span;
}

/** Begins the span of a batch, as part of the trace of its first item and linked to those of the others. */
export function beginBatch(
  service: string,
  path: string,
  traces: (SpanContext | undefined)[],
): RunningSpan | undefined {
  const [parent, ...links] = traces.filter((one) => one !== undefined);
  return parent && startSpan({ service, ...rpcFacts(path), kind: SpanKind.CLIENT, parent, links });
}
