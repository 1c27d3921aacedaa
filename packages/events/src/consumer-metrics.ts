import { Counter, Gauge, type Registry } from 'prom-client';
import type { DataSource } from 'typeorm';

/** What became of a delivery. */
export type Outcome = 'done' | 'parked' | 'dead' | 'known' | 'behind' | 'unknown-type' | 'undecodable';

/** Counts deliveries by topic and what became of them. */
export type OutcomeCounter = Counter<'topic' | 'outcome'>;

/** Messages before this process by topic; undefined before it consumes. */
export type LagSource = () => Promise<Map<string, number>> | undefined;

/** Counts deliveries by what became of them, and measures who waits. No label comes from a message. */
export function registerConsumerMetrics(metrics: Registry, database: DataSource, group: string, lag: LagSource): OutcomeCounter {
  registerLag(metrics, lag);
  new Gauge({
    name: 'events_waiting',
    help: 'Events that are parked or dead',
    labelNames: ['state'],
    registers: [metrics],
    async collect() {
      try {
        const rows: { state: string; count: number }[] = await database.query(
          `SELECT s.state, (SELECT count(*)::int FROM consumed_events c WHERE c.consumer_group = $1 AND c.state = s.state) AS count
           FROM (VALUES ('parked'), ('dead')) AS s(state)`,
          [group],
        );
        for (const row of rows) this.set({ state: row.state }, row.count);
      } catch {
        // A database that is away must not take the other metrics with it; the last values stay.
      }
    },
  });
  return new Counter({
    name: 'events_consumed_total',
    help: 'Deliveries by what became of them',
    labelNames: ['topic', 'outcome'],
    registers: [metrics],
  });
}

/** The sum over a service's processes is the lag of its group. */
function registerLag(metrics: Registry, lag: LagSource): void {
  new Gauge({
    name: 'events_lag',
    help: 'Messages that are published and not yet handled, by topic; of this process',
    labelNames: ['topic'],
    registers: [metrics],
    async collect() {
      const topics = await lag()?.catch(() => undefined);
      if (!topics) return;
      // A topic whose partitions went to another process must not keep its last value.
      this.reset();
      for (const [topic, messages] of topics) this.set({ topic }, messages);
    },
  });
}
