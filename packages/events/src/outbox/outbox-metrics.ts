import { Gauge, type Registry } from 'prom-client';
import type { DataSource } from 'typeorm';
import { measurement } from '../measurement.js';

/** Depth and age tell whether the relay keeps up; both are measured when they are asked for, whoever is the active relay. */
export function registerOutboxGauges(metrics: Registry, database: DataSource): void {
  measured(metrics, 'precis_outbox_depth', 'Events written but not yet published.', async () => {
    const [row] = await database.query('SELECT count(*)::int AS depth FROM outbox WHERE published_at IS NULL');
    return row.depth;
  });
  measured(
    metrics,
    'precis_outbox_oldest_age_seconds',
    'Age of the oldest event that is not yet published; 0 without one.',
    async () => {
      const [row] = await database.query(
        `SELECT coalesce(extract(epoch FROM clock_timestamp() - min(created_at)), 0)::float AS age FROM outbox WHERE published_at IS NULL`,
      );
      return row.age;
    },
  );
}

/** A gauge that keeps its last value while the database is away or slow: it must not take the other metrics with it. */
function measured(metrics: Registry, name: string, help: string, measure: () => Promise<number>): void {
  const bounded = measurement(measure);
  new Gauge({
    name,
    help,
    registers: [metrics],
    async collect() {
      const value = await bounded();
      if (value !== undefined) this.set(value);
    },
  });
}
