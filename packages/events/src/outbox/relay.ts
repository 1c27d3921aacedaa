import { backoffMs } from '@precis/runtime/backoff';
import type { Logger } from '@precis/runtime/logger';
import { pause } from '@precis/runtime/pause';
import type { Repeating } from '@precis/runtime/repeating';
import type { Registry } from 'prom-client';
import type { DataSource } from 'typeorm';
import type { Bus } from '../bus.js';
import { forgetPublished } from './forget-published.js';
import { registerOutboxGauges } from './outbox-metrics.js';
import { RelaySession } from './relay-session.js';
import { RelaySetbacks } from './relay-setbacks.js';

const RECONNECT = { firstMs: 200, factor: 2, capMs: 5_000 };

/** Whose outbox is carried, and to which bus. */
export interface RelayOptions {
  /** For the gauges. */
  database: DataSource;
  /** The same database; the relay keeps one connection of its own for its lock. */
  databaseUrl: string;
  bus: Bus;
  /** Name of the service, told in every event. */
  producer: string;
  logger: Logger;
  metrics: Registry;
  /** How long the active relay may be silent before Postgres gives its office to another. Default 10 s. */
  silenceMs?: number;
  /** Between two turns of the job that removes what lies behind its retention. Default a minute. */
  forgetEveryMs?: number;
}

/**
 * Carries the outbox to the bus, at least once and in order per key. Any number of relays may run on one database; one is active, and
 * another takes over when its connection dies. It never gives up: neither a bus nor a database that is away ends it.
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

  /** Ends after the batch in hand. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all([this.running, this.forgetting.stop()]);
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    let failures = 0;
    const life = { ...this.options, setbacks: new RelaySetbacks(), inOrder: () => void (failures = 0) };
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
