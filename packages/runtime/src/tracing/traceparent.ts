import { isValidSpanId, isValidTraceId, type SpanContext, TraceFlags } from '@opentelemetry/api';

/** version-trace-parent-flags; only versions after 00 may have further fields. */
const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-[\x20-\x7e]{0,400})?$/;

/** The contents of a W3C `traceparent`, or undefined when it is absent or invalid. `tracestate` is never read, because it holds arbitrary text. */
export function parseTraceparent(text: unknown): SpanContext | undefined {
  const found = typeof text === 'string' && text.length <= 500 ? FORM.exec(text) : undefined;
  if (!found) return undefined;
  const [, version, traceId, spanId, flags, more] = found;
  if (version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  if (!isValidTraceId(traceId) || !isValidSpanId(spanId)) return undefined;
  return { traceId, spanId, traceFlags: parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true };
}

export function formatTraceparent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-0${traceFlags & TraceFlags.SAMPLED}`;
}
