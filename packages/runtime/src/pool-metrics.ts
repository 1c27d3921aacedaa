import { Gauge, type Registry } from 'prom-client';
import type { DataSource } from 'typeorm';

/** The properties of pg's pool that are read. */
interface Pool {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
  options: { max: number };
}

/**
 * Reports how many connections of a service's pool are in use, and how many callers wait for one. Both are read from the pool at each scrape,
 * without a statement, so they are available while the database is not.
 */
export function registerPoolMetrics(metrics: Registry, database: DataSource): void {
  const { master: pool } = database.driver as unknown as { master: Pool };
  new Gauge({
    name: 'precis_database_pool_connections',
    help: 'Connections to the database by state: in_use, or idle (open and free).',
    labelNames: ['state'],
    registers: [metrics],
    collect() {
      this.set({ state: 'in_use' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
    },
  });
  new Gauge({
    name: 'precis_database_pool_limit',
    help: 'Connections that the pool may have at most (DATABASE_POOL).',
    registers: [metrics],
    collect() {
      this.set(pool.options.max);
    },
  });
  new Gauge({
    name: 'precis_database_pool_waiting',
    help: 'Callers that wait for a connection because all are in use.',
    registers: [metrics],
    collect() {
      this.set(pool.waitingCount);
    },
  });
}
