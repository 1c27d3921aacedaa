import { isValidSpanId, isValidTraceId, type SpanContext, TraceFlags } from '@opentelemetry/api';

/** version-trace-parent-flags; only versions after 00 may say more. */
const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-[\x20-\x7e]{0,400})?$/;

/** What a W3C `traceparent` says, or undefined when it is absent or not usable. `tracestate` is read nowhere: it carries what others please. */
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
