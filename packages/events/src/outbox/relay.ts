import { backoffMs } from '@precis/runtime/backoff';
import { pause } from '@precis/runtime/pause';
import type { Repeating } from '@precis/runtime/repeating';
import { Gauge, type Registry } from 'prom-client';
import type { DataSource } from 'typeorm';
import { measurement } from '../measurement.js';
import { forgetPublished } from './forget-published.js';
import { type RelayLife, RelaySession, RelaySetbacks } from './relay-session.js';

const RECONNECT = { firstMs: 200, factor: 2, capMs: 5_000 };

/** The outbox and the bus of a relay. */
export interface RelayOptions extends Omit<RelayLife, 'setbacks' | 'onSuccess'> {
  metrics: Registry;
  /** Interval of the job that deletes expired rows. Default a minute. */
  forgetEveryMs?: number;
}

/**
 * Publishes the outbox to the bus, at least once and in order per key. Any number of relays may run on one database. One is active. When it loses
 * its connection, another one takes over. A relay never gives up on an unavailable bus or database.
 */
export class Relay {
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;
  private readonly forgetting: Repeating;

  constructor(private readonly options: RelayOptions) {
    registerOutboxGauges(options.metrics, options.database);
    this.forgetting = forgetPublished(options, this.stopping.signal);
  }

  start(): void {
    if (this.running) return;
    this.running = this.run();
    this.forgetting.start();
  }

  /** Waits for the publishes in progress, for at most STOP_MS (5 s), and marks their rows. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all([this.running, this.forgetting.stop()]);
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    let failures = 0;
    const life = { ...this.options, setbacks: new RelaySetbacks(), onSuccess: () => void (failures = 0) };
    while (!signal.aborted) {
      try {
        await RelaySession.live(life, signal);
      } catch (error) {
        failures += 1;
        this.options.logger.warn({ err: error, attempts: failures }, 'relay lost its database, connecting again');
        await pause(backoffMs(RECONNECT, failures, Math.random()), signal);
      }
    }
  }
}

/** Depth and age show whether the relay keeps up; every scrape measures both, whichever relay is active. */
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

/** A gauge that keeps its last value while the database is unavailable or slow, because the other metrics must still be served. */
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
