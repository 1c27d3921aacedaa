import { context, ROOT_CONTEXT, type SpanContext, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { formatTraceparent } from './traceparent.js';

// Once per process, also while nothing is exported: trace ids still reach logs, other services and events.
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());

/**
 * The span of the current work; undefined for work that belongs to no request and no event. Its ids are valid: start-span.ts made them, or
 * parseTraceparent read them.
 */
export function activeTrace(): SpanContext | undefined {
  return trace.getSpanContext(context.active());
}

/** The active trace as a W3C header value. */
export function activeTraceparent(): string | undefined {
  const active = activeTrace();
  return active && formatTraceparent(active);
}

/** Runs `work` outside any trace, such as setting a timer that serves many requests. */
export function outsideTraces<T>(work: () => T): T {
  return context.with(ROOT_CONTEXT, work);
}
