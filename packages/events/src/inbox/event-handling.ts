import { type RunningSpan, SpanKind, startSpan } from '@precis/runtime/tracing/start-span';
import { parseTraceparent } from '@precis/runtime/tracing/traceparent';
import type { ReceivedMessage } from '../bus.js';
import type { ConsumerMetrics, Outcome } from './consumer-metrics.js';
import type { DecodedEvent } from '../event-message.js';

/** One attempt at an event that the group reacts to: timed, and part of the trace in which the event was announced. */
export class EventHandling {
  private readonly startedMs = performance.now();
  private readonly labels: { group: string; topic: string; type: string };
  private readonly span: RunningSpan;

  constructor(
    private readonly metrics: ConsumerMetrics,
    group: string,
    { topic }: Pick<ReceivedMessage, 'topic'>,
    { type, eventId, traceparent }: DecodedEvent,
  ) {
    this.labels = { group, topic, type };
    this.span = startSpan({
      service: group,
      name: `process ${type}`,
      kind: SpanKind.CONSUMER,
      // A header of the bus: whoever may write to the broker wrote it, so it is read like a stranger's.
      parent: parseTraceparent(traceparent),
      attributes: {
        'messaging.destination.name': topic,
        'messaging.consumer.group.name': group,
        'messaging.message.id': eventId,
      },
    });
  }

  /** RPCs and events of the work carry the trace on. */
  run<T>(work: () => Promise<T>): Promise<T> {
    return this.span.run(work);
  }

  end(outcome: Outcome | 'failed'): void {
    this.metrics.seconds.observe({ ...this.labels, outcome }, (performance.now() - this.startedMs) / 1_000);
    this.span.end({ 'precis.outcome': outcome }, outcome === 'failed');
  }
}
