import { type Backoff, backoffMs } from '@precis/runtime/backoff';
import type { Logger } from '@precis/runtime/logger';
import { pause, within, withinOnceAborted } from '@precis/runtime/pause';
import { Client } from 'pg';
import type { Bus } from './bus.js';
import { encodeEvent, type OutboxRow } from './event-message.js';
import { EventSending } from './event-sending.js';
import { markPublished, unpublished } from './outbox-table.js';

/** Any number that no other lock of a service's database uses. */
const RELAY_LOCK = 7_210_002;
const BATCH = 200;
const POLL_MS = 100;
const STANDBY_MS = 1_000;
/** A publish that takes longer counts as failed, so that a hanging bus is retried and shows in the log. */
const PUBLISH_DEADLINE_MS = 30_000;
/** Who stops does not wait for a hanging bus any longer: what it may have taken is published again, as after a crash. */
const STOP_MS = 5_000;
const PUBLISH_BACKOFF: Backoff = { firstMs: 200, factor: 2, capMs: 15_000 };

/**
 * The relay's life on one connection. The connection holds the lock by which one relay per database is active, and reads and marks
 * through it as well: when it dies, so does this session, and Postgres gives the lock to the next.
 */
export class RelaySession {
  private readonly setbacks = new Map<string, { failures: number; until: number }>();
  private lost: Error | undefined;

  private constructor(
    private readonly client: Client,
    private readonly bus: Bus,
    private readonly producer: string,
    private readonly logger: Logger,
  ) {}

  /** Publishes until the signal is aborted; rejects when the connection is lost. */
  static async live(url: string, bus: Bus, producer: string, logger: Logger, signal: AbortSignal): Promise<void> {
    const client = new Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      statement_timeout: 10_000,
      query_timeout: 15_000,
      application_name: `${producer}-relay`,
    });
    const session = new RelaySession(client, bus, producer, logger);
    client.on('error', (error) => (session.lost = error));
    client.on('end', () => (session.lost ??= new Error('relay connection ended')));
    try {
      await client.connect();
      await session.publishAll(signal);
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  private async publishAll(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !(await this.becomeActive())) await pause(STANDBY_MS, signal);
    while (!signal.aborted) {
      if (this.lost) throw this.lost;
      const rows = await unpublished(this.client, BATCH, this.resting());
      if (rows.length === 0) await pause(POLL_MS, signal);
      else await this.publish(rows, signal);
    }
  }

  private async becomeActive(): Promise<boolean> {
    const { rows } = await this.client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [RELAY_LOCK]);
    return rows[0].locked;
  }

  /** Topics that failed a moment ago. Each topic fails for itself: one that does not exist must not hold up the others. */
  private resting(): string[] {
    const now = Date.now();
    return [...this.setbacks].filter(([, setback]) => setback.until > now).map(([topic]) => topic);
  }

  private async publish(rows: OutboxRow[], signal: AbortSignal): Promise<void> {
    const topics = [...Map.groupBy(rows, (row) => row.topic)];
    const published = await Promise.all(topics.map(([topic, ofTopic]) => this.publishTopic(topic, ofTopic, signal)));
    const done = published.flat();
    if (done.length > 0) await markPublished(this.client, done);
  }

  /** All rows or none of the topic: a later row of a key never goes out before an earlier one was acknowledged. */
  private async publishTopic(topic: string, rows: OutboxRow[], signal: AbortSignal): Promise<OutboxRow[]> {
    const sendings = rows.map((row) => new EventSending(row, this.producer));
    const end = (failed: boolean) => sendings.forEach((sending) => sending.end(failed));
    try {
      const batch = sendings.map((sending) => encodeEvent(sending.traced, this.producer));
      const late = () => new Error('the bus did not answer in time');
      await withinOnceAborted(STOP_MS, signal, within(PUBLISH_DEADLINE_MS, this.bus.publish(batch), late), late);
      end(false);
      this.setbacks.delete(topic);
      return rows;
    } catch (error) {
      end(true);
      const failures = (this.setbacks.get(topic)?.failures ?? 0) + 1;
      this.setbacks.set(topic, { failures, until: Date.now() + backoffMs(PUBLISH_BACKOFF, failures, Math.random()) });
      this.logger.warn({ err: error, topic, attempts: failures }, 'events could not be published, trying again');
      return [];
    }
  }
}
