import { type Backoff, backoffMs } from '@precis/runtime/backoff';
import type { Logger } from '@precis/runtime/logger';
import { pause, within, withinOnceAborted } from '@precis/runtime/pause';
import { type RunningSpan, SpanKind, startSpan } from '@precis/runtime/tracing/start-span';
import { formatTraceparent, parseTraceparent } from '@precis/runtime/tracing/traceparent';
import { Client } from 'pg';
import type { Bus } from '../bus.js';
import { encodeEvent, type OutboxRow } from '../event-message.js';
import { assignLanes, markPublished, tryMarking, type UnpublishedRow, unpublished } from './outbox-table.js';

/** Any number that no other lock of a service's database uses. */
const RELAY_LOCK = 7_210_002;
/** Rows of one lane that are under way at once. */
const LANE_BATCH = 100;
const POLL_MS = 100;
const STANDBY_MS = 1_000;
/** A publish that takes longer counts as failed, so that a hanging bus is retried and shows in the log. */
const PUBLISH_DEADLINE_MS = 30_000;
/** Who stops does not wait for a hanging bus any longer: what it may have taken is published again, as after a crash. */
const STOP_MS = 5_000;
/** An active relay asks every POLL_MS, also while it publishes: one that is silent for so long is frozen, or its host is lost. */
const SILENCE_MS = 10_000;

/** What one session after the other works with. */
export interface RelayLife {
  /** The relay keeps one connection of its own for its lock. */
  databaseUrl: string;
  bus: Bus;
  /** Name of the service, in the headers of every event. */
  producer: string;
  logger: Logger;
  /** How long the active relay may be silent before Postgres ends its session, so that another becomes active. Default 10 s. */
  silenceMs?: number;
  setbacks: RelaySetbacks;
  /** Called whenever the database has done all that it was asked to. */
  inOrder: () => void;
}

/**
 * The relay's life on one connection. The connection holds the lock by which one relay per database is active, and reads and marks
 * through it as well: when it dies, so does this session, and Postgres gives the lock to the next. What a session that lost its lock
 * still had in hand may reach the bus late, but never before what comes before it.
 */
export class RelaySession {
  /** By lane, until its rows are marked or have failed: each lane waits for itself. */
  private readonly underWay = new Map<string, Promise<void>>();
  private readonly published: { lane: string; rows: UnpublishedRow[] }[] = [];
  private lost: Error | undefined;
  private writable = false;

  private constructor(
    private readonly client: Client,
    private readonly life: RelayLife,
  ) {}

  /** Publishes until the signal is aborted; rejects when the connection is lost or the database takes no marks. */
  static async live(life: RelayLife, signal: AbortSignal): Promise<void> {
    const client = new Client({
      connectionString: life.databaseUrl,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      statement_timeout: 10_000,
      query_timeout: 15_000,
      application_name: `${life.producer}-relay`,
    });
    const session = new RelaySession(client, life);
    client.on('error', (error) => (session.lost = error));
    client.on('end', () => (session.lost ??= new Error('relay connection ended')));
    try {
      await client.connect();
      await session.limitSilence();
      await session.publishAll(signal);
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** Postgres itself ends a session that has gone silent, in the middle of an answer too; without that its lock would outlive it for hours. */
  private async limitSilence(): Promise<void> {
    const silenceMs = this.life.silenceMs ?? SILENCE_MS;
    await this.client.query(`SET idle_session_timeout = ${silenceMs}; SET tcp_user_timeout = ${silenceMs}`);
  }

  private async publishAll(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !(await this.becomeActive())) {
      this.life.inOrder();
      await pause(STANDBY_MS, signal);
    }
    while (!signal.aborted) {
      if (this.lost) throw this.lost;
      await this.markPublished();
      const busy = [...this.underWay.keys(), ...this.life.setbacks.resting()];
      const rows = await unpublished(this.client, LANE_BATCH, busy);
      if (await assignLanes(this.client, rows)) continue;
      if (rows.length > 0) await this.begin(rows, signal);
      else await Promise.race([pause(POLL_MS, signal), ...this.underWay.values()]);
      if (rows.length === 0 && busy.length === 0) this.life.inOrder();
    }
    await Promise.all(this.underWay.values());
    await this.markPublished();
  }

  private async becomeActive(): Promise<boolean> {
    const { rows } = await this.client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
      RELAY_LOCK,
    ]);
    return rows[0].locked;
  }

  private async begin(rows: UnpublishedRow[], signal: AbortSignal): Promise<void> {
    if (!this.writable) await tryMarking(this.client, rows);
    this.writable = true;
    for (const [lane, ofLane] of Map.groupBy(rows, (row) => `${row.topic}/${row.lane}`)) {
      const end = (stored: boolean) =>
        void (stored ? this.published.push({ lane, rows: ofLane }) : this.underWay.delete(lane));
      this.underWay.set(lane, this.publish(lane, ofLane, signal).then(end));
    }
  }

  /** One statement after the other on the connection, for all lanes that are through. */
  private async markPublished(): Promise<void> {
    const done = this.published.splice(0);
    if (done.length === 0) return;
    await markPublished(
      this.client,
      done.flatMap(({ rows }) => rows),
    );
    for (const { lane } of done) this.underWay.delete(lane);
    this.life.inOrder();
  }

  /** All rows or none of the lane: a later row of a key never goes out before an earlier one was acknowledged. Never rejects. */
  private async publish(lane: string, rows: UnpublishedRow[], signal: AbortSignal): Promise<boolean> {
    const { bus, producer, logger, setbacks } = this.life;
    const sendings = rows.map((row) => new EventSending(row, producer));
    const end = (failed: boolean) => sendings.forEach((sending) => sending.end(failed));
    try {
      const batch = sendings.map((sending) => encodeEvent(sending.traced, producer));
      const late = () => new Error('the bus did not answer in time');
      await withinOnceAborted(STOP_MS, signal, within(PUBLISH_DEADLINE_MS, bus.publish(batch), late), late);
      end(false);
      setbacks.succeeded(lane);
      return true;
    } catch (error) {
      end(true);
      logger.warn(
        { err: error, topic: rows[0].topic, partition: rows[0].lane, attempts: setbacks.failed(lane) },
        'events could not be published, trying again',
      );
      return false;
    }
  }
}

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

const BACKOFF: Backoff = { firstMs: 200, factor: 2, capMs: 15_000 };

/** Lanes that could not be published a moment ago. They outlive the relay's connection: a new one is no reason to try them sooner. */
export class RelaySetbacks {
  private readonly lanes = new Map<string, { failures: number; untilMs: number }>();

  /** A steady clock: one that is set back would let a lane rest for as long. */
  private readonly nowMs = () => performance.now();

  resting(): string[] {
    const nowMs = this.nowMs();
    return [...this.lanes].filter(([, { untilMs }]) => untilMs > nowMs).map(([lane]) => lane);
  }

  /** Answers how often the lane has failed in a row. */
  failed(lane: string): number {
    const failures = (this.lanes.get(lane)?.failures ?? 0) + 1;
    this.lanes.set(lane, { failures, untilMs: this.nowMs() + backoffMs(BACKOFF, failures, Math.random()) });
    return failures;
  }

  succeeded(lane: string): void {
    this.lanes.delete(lane);
  }
}
