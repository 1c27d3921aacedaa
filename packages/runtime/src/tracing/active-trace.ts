import type { SpanContext } from '@opentelemetry/api';
import { AsyncLocalStorage } from 'node:async_hooks';
import { formatTraceparent } from './traceparent.js';

/**
 * Holds the ids alone. OpenTelemetry's context manager would hold them in three objects and a Map per request, and nothing here reads more than the
 * ids. They are held also while nothing is exported, because they reach logs, other services and events.
 */
const active = new AsyncLocalStorage<SpanContext | undefined>();

/** Runs `work`, and everything that it starts, as part of this span. */
export function runInTrace<T>(span: SpanContext, work: () => T): T {
  return active.run(span, work);
}

/**
 * The span of the current work; undefined for work that belongs to no request and no event. Its ids are valid: start-span.ts made them, or
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

/** Runs `work` outside any trace, such as setting a timer that serves many requests. */
export function outsideTraces<T>(work: () => T): T {
  return active.run(undefined, work);
}
