import {
  type Attributes,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from '@opentelemetry/api';
import { randomBytes } from 'node:crypto';
import { runInTrace } from './active-trace.js';
import { AT_THE_DOOR } from './door-sampler.js';

export { SpanKind };

/** Names and attributes must come from our own code, never from a request: a client's text may be a secret. */
export interface SpanFacts {
  /** The service; several services may share a process. */
  service: string;
  name: string;
  kind: SpanKind;
  attributes?: Attributes;
  /** Absent: starts a new trace. */
  parent?: SpanContext;
  /** Further traces that this work belongs to. */
  links?: SpanContext[];
  /** The parent comes from an untrusted client: its ids are continued, but whether the trace is recorded is decided here. */
  atTheDoor?: boolean;
}

/** A span, and a way to run work inside it. */
export interface RunningSpan {
  spanContext: SpanContext;
  run<T>(work: () => T): T;
  /** Ends the span; later calls are ignored. */
  end(attributes: Attributes, failed: boolean): void;
}

let recorded = false;

/** Switches the recording of spans. While it is off, a span carries only its ids, which costs each request much less. */
export function recordSpans(yes: boolean): void {
  recorded = yes;
}

/** Begins a span. Without an exporter it records nothing but still carries the ids. */
export function startSpan(facts: SpanFacts): RunningSpan {
  return recorded ? recordedSpan(facts) : new IdsAlone(facts.parent ?? new LateIds());
}

/** A span that nobody records. */
class IdsAlone implements RunningSpan {
  constructor(readonly spanContext: SpanContext) {}

  run<T>(work: () => T): T {
    return runInTrace(this.spanContext, work);
  }

  end(): void {
    // Nothing was recorded.
  }
}

/**
 * Ids that are drawn when they are first read. Under load most requests never read theirs: they write no line to the log, publish no event, and share
 * their batches with others.
 */
class LateIds implements SpanContext {
  readonly traceFlags = TraceFlags.NONE;
  private drawn?: SpanContext;

  get traceId(): string {
    return (this.drawn ??= freshContext()).traceId;
  }

  get spanId(): string {
    return (this.drawn ??= freshContext()).spanId;
  }
}

function recordedSpan({ service, name, kind, attributes, parent, links, atTheDoor }: SpanFacts): RunningSpan {
  const above = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
  const options = { kind, attributes, links: links?.map((linked) => ({ context: linked })) };
  const begun = trace
    .getTracer(`precis-${service}`)
    .startSpan(name, options, atTheDoor ? above.setValue(AT_THE_DOOR, true) : above);
  const span: Span = isSpanContextValid(begun.spanContext()) ? begun : trace.wrapSpanContext(freshContext());
  const spanContext = span.spanContext();
  return {
    spanContext,
    run: (work) => runInTrace(spanContext, work),
    end: (last, failed) => {
      if (!span.isRecording()) return;
      span.setAttributes(last);
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}

const IDS_BYTES = 24;
/** Random bytes for 200 contexts at once: each single draw would cost as much as all of them. */
let drawn = Buffer.alloc(0);

function freshContext(): SpanContext {
  if (drawn.length === 0) drawn = randomBytes(200 * IDS_BYTES);
  const ids = drawn.toString('hex', 0, IDS_BYTES);
  drawn = drawn.subarray(IDS_BYTES);
  return { traceId: ids.slice(0, 32), spanId: ids.slice(32), traceFlags: TraceFlags.NONE };
}
