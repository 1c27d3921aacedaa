import { type RunningSpan, SpanKind, startSpan } from '@precis/runtime/tracing/start-span';
import { formatTraceparent, parseTraceparent } from '@precis/runtime/tracing/traceparent';
import type { OutboxRow } from '../event-message.js';

/** The way of one outbox row to the bus, as part of the trace in which the row was written. */
export class EventSending {
  private readonly span: RunningSpan | undefined;

  constructor(
    private readonly row: OutboxRow,
    producer: string,
  ) {
    const parent = parseTraceparent(row.traceparent);
    const attributes = { 'messaging.destination.name': row.topic, 'messaging.message.id': row.event_id };
    this.span =
      parent &&
      startSpan({ service: producer, name: `publish ${row.type}`, kind: SpanKind.PRODUCER, parent, attributes });
  }

  /** The row with the traceparent that its readers continue. */
  get traced(): OutboxRow {
    return { ...this.row, traceparent: this.span ? formatTraceparent(this.span.spanContext) : null };
  }

  end(failed: boolean): void {
    this.span?.end({}, failed);
  }
}
