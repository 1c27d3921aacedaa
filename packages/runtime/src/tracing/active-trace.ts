import { context, isSpanContextValid, type SpanContext, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { formatTraceparent } from './traceparent.js';

// Once per process, also while nothing is exported: trace ids then still reach logs, other services and events.
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());

/** The span that the work in hand belongs to; undefined for work that belongs to no request and no event. */
export function activeTrace(): SpanContext | undefined {
  const active = trace.getSpanContext(context.active());
  return active && isSpanContextValid(active) ? active : undefined;
}

/** The same as W3C header value. */
export function activeTraceparent(): string | undefined {
  const active = activeTrace();
  return active && formatTraceparent(active);
}
