import { type RunningSpan, SpanKind, startSpan } from '@precis/runtime/tracing/start-span';
import { parseTraceparent } from '@precis/runtime/tracing/traceparent';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { DataSource } from 'typeorm';
import type { ReceivedMessage } from '../bus.js';
import type { DecodedEvent } from '../event-message.js';
import { measurement } from '../measurement.js';

/** The outcome of a delivery. */
export type Outcome = 'done' | 'parked' | 'dead' | 'known' | 'behind' | 'unknown-type' | 'undecodable';

/** The measurements of the runner. */
export interface ConsumerMetrics {
  deliveries: Counter<'group' | 'topic' | 'outcome'>;
  seconds: Histogram<'group' | 'topic' | 'type' | 'outcome'>;
  delay: Histogram<'group' | 'topic' | 'type'>;
}

/** Unhandled messages of the whole group by topic; undefined before this process consumes. */
export type LagSource = () => Promise<Map<string, number>> | undefined;

/** Messages by topic that were deleted before the group handled them. */
export type MissedSource = () => ReadonlyMap<string, number> | undefined;

/** Counts deliveries by outcome, measures their handling, and counts waiting events. No label comes from a message. */
export function registerConsumerMetrics(
  metrics: Registry,
  database: DataSource,
  group: string,
  lag: LagSource,
  missed: MissedSource,
): ConsumerMetrics {
  registerLag(metrics, group, lag);
  registerMissed(metrics, group, missed);
  registerWaiting(metrics, database, group);
  const deliveries = new Counter({
    name: 'precis_events_consumed_total',
    help: 'Deliveries by outcome.',
    labelNames: ['group', 'topic', 'outcome'],
    registers: [metrics],
  });
  const seconds = new Histogram({
    name: 'precis_event_handling_duration_seconds',
    help: 'Time of one attempt at an event that the group reacts to, its transaction included, by what it came to; failed: it will be tried again or is dead.',
    labelNames: ['group', 'topic', 'type', 'outcome'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [metrics],
  });
  const delay = new Histogram({
    name: 'precis_event_delay_seconds',
    help: 'Time from the announcement of an event to the commit of its handling: outbox, relay, bus, and all attempts.',
    labelNames: ['group', 'topic', 'type'],
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600],
    registers: [metrics],
  });
  return { deliveries, seconds, delay };
}

/** Every process of a group reports the same numbers, because they come from the database. */
function registerWaiting(metrics: Registry, database: DataSource, group: string): void {
  const count = measurement<{ state: string; count: number }[]>(() =>
    database.query(
      // Filters by the states of the index of waiting events, because there are millions of finished ones.
      `SELECT s.state, coalesce(c.count, 0) AS count FROM (VALUES ('parked'), ('dead')) AS s(state) LEFT JOIN (
         SELECT state, count(*)::int AS count FROM consumed_events WHERE consumer_group = $1 AND state IN ('parked', 'dead') GROUP BY state
       ) AS c USING (state)`,
      [group],
    ),
  );
  new Gauge({
    name: 'precis_events_waiting',
    help: 'Events of the group that are parked (will be tried again) or dead (wait for an operator).',
    labelNames: ['group', 'state'],
    registers: [metrics],
    async collect() {
      // The other metrics must be served without the database; these keep their last values.
      for (const row of (await count()) ?? []) this.set({ group, state: row.state }, row.count);
    },
  });
}

/** Every process of a group reports the same number, including partitions without a member. */
function registerLag(metrics: Registry, group: string, lag: LagSource): void {
  new Gauge({
    name: 'precis_events_lag',
    help: 'Messages that are published and not yet handled by the group, in all partitions of the topic; every process of the group reports it.',
    labelNames: ['group', 'topic'],
    registers: [metrics],
    async collect() {
      const topics = await lag()?.catch(() => undefined);
      if (!topics) return;
      // The value of a deleted topic must not remain.
      this.reset();
      for (const [topic, messages] of topics) this.set({ group, topic }, messages);
    },
  });
}

/** Each process counts what it saw; several processes may find the same loss at their start. */
function registerMissed(metrics: Registry, group: string, missed: MissedSource): void {
  new Counter({
    name: 'precis_events_missed_total',
    help: 'Messages that Kafka deleted before the group had handled them.',
    labelNames: ['group', 'topic'],
    registers: [metrics],
    collect() {
      this.reset();
      for (const [topic, messages] of missed() ?? []) this.inc({ group, topic }, messages);
    },
  });
}

/** One attempt at an event that the group reacts to: measured, and part of the trace in which the event was announced. */
export class EventHandling {
  private readonly startedMs = performance.now();
  private readonly labels: { group: string; topic: string; type: string };
  private readonly occurredAtMs: number;
  private readonly span: RunningSpan;

  constructor(
    private readonly metrics: ConsumerMetrics,
    group: string,
    { topic }: Pick<ReceivedMessage, 'topic'>,
    { type, eventId, occurredAt, traceparent }: DecodedEvent,
  ) {
    this.labels = { group, topic, type };
    this.occurredAtMs = occurredAt.getTime();
    this.span = startSpan({
      service: group,
      name: `process ${type}`,
      kind: SpanKind.CONSUMER,
      // A bus header may come from anyone with write access to the broker, so it is parsed like external input.
      parent: parseTraceparent(traceparent),
      attributes: {
        'messaging.destination.name': topic,
        'messaging.consumer.group.name': group,
        'messaging.message.id': eventId,
      },
    });
  }

  /** RPCs and events of the work continue the trace. */
  run<T>(work: () => Promise<T>): Promise<T> {
    return this.span.run(work);
  }

  end(outcome: Outcome | 'failed'): void {
    this.metrics.seconds.observe({ ...this.labels, outcome }, (performance.now() - this.startedMs) / 1_000);
    // Uses two clocks: that of the announcing process may be ahead of ours.
    if (outcome === 'done') {
      const { group, topic, type } = this.labels;
      this.metrics.delay.observe({ group, topic, type }, Math.max(0, Date.now() - this.occurredAtMs) / 1_000);
    }
    this.span.end({ 'precis.outcome': outcome }, outcome === 'failed');
  }
}
