import { Counter, Gauge, type Registry } from 'prom-client';
import type { DataSource } from 'typeorm';

/** What became of a delivery. */
export type Outcome = 'done' | 'parked' | 'dead' | 'known' | 'behind' | 'unknown-type' | 'undecodable';

export type OutcomeCounter = Counter<'topic' | 'outcome'>;

/** Counts deliveries by what became of them, and measures who waits. No label comes from a message. */
export function registerConsumerMetrics(metrics: Registry, database: DataSource, group: string): OutcomeCounter {
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
