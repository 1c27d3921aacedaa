import type { SpanContext } from '@opentelemetry/api';
import { AsyncLocalStorage } from 'node:async_hooks';
import { formatTraceparent } from './traceparent.js';

/**
 * The ids of the current span. OpenTelemetry's own context manager would hold them in three objects and a Map per request, but the product reads only
 * the ids. They are needed even when no spans are exported: they reach logs, other services and events. So `trace.getActiveSpan()` finds nothing.
 */
const active = new AsyncLocalStorage<SpanContext | undefined>();

/** Runs `work`, and everything that it starts, as part of this span. */
export function runInTrace<T>(span: SpanContext, work: () => T): T {
  return active.run(span, work);
}

/**
 * The span of the current work; undefined for work that belongs to no request and no event. Its ids are valid: start-span.ts draws them, or
 * parseTraceparent read them.
 */
export function activeTrace(): SpanContext | undefined {
  return active.getStore();
}

/** The active trace as a W3C header value. */
export function activeTraceparent(): string | undefined {
  const span = activeTrace();
  return span && formatTraceparent(span);
}

/** Runs work that serves many requests, such as setting a shared timer, outside the trace of the request that happens to start it. */
export function outsideTraces<T>(work: () => T): T {
  return active.run(undefined, work);
}
