import { type Backoff, backoffMs } from '@precis/runtime/backoff';
import type { Logger } from '@precis/runtime/logger';
import { pause, within, withinOnceAborted } from '@precis/runtime/pause';
import { type RunningSpan, SpanKind, startSpan } from '@precis/runtime/tracing/start-span';
import { formatTraceparent, parseTraceparent } from '@precis/runtime/tracing/traceparent';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import type { Bus } from '../bus.js';
import { encodeEvent, type OutboxRow } from '../event-message.js';
import { nextAnnouncement, sinceAnnouncementMs } from './announcements.js';
import { assignLanes, markPublished, tryMarking, type UnpublishedRow, unpublished } from './outbox-table.js';

/** Any number that no other lock of a service's database uses. */
const RELAY_LOCK = 7_210_002;
/** Rows of one lane in one publish. */
const LANE_BATCH = 100;
/** How often the active relay looks for rows: in the seconds after an announcement of this process or a row of any process, and otherwise. */
const POLL_MS = 100;
const IDLE_POLL_MS = 500;
const BUSY_FOR_MS = 2_000;
const STANDBY_MS = 1_000;
/** A publish that takes longer counts as failed, so that a hanging bus is retried and logged. */
const PUBLISH_DEADLINE_MS = 30_000;
/** stop() does not wait longer for a hanging bus: what it may have stored is published again, as after a crash. */
const STOP_MS = 5_000;
/**
 * An active relay queries at least every IDLE_POLL_MS, also while it publishes: one that is silent for this long is suspended, or its host is lost.
 */
const SILENCE_MS = 10_000;

/** The state that sessions share. */
export interface RelayLife {
  /** The relay keeps a separate connection for its lock. */
  databaseUrl: string;
  /** The DataSource with which this process announces: an announcement wakes the relay. */
  database: DataSource;
  bus: Bus;
  /** Name of the service, in the headers of every event. */
  producer: string;
  logger: Logger;
  /** How long the active relay may be silent before Postgres ends its session, so that another becomes active. Default 10 s. */
  silenceMs?: number;
  setbacks: RelaySetbacks;
  /** Called whenever all work with the database succeeded. */
  onSuccess: () => void;
}

/**
 * The relay's life on one connection. The connection holds the lock that makes one relay per database active, and is used to read and mark rows: when
 * it dies, so does this session, and Postgres gives the lock to the next. Events that a session without its lock still publishes may arrive late, but
 * never before earlier ones.
 */
export class RelaySession {
  /** Publishes by lane, until their rows are marked or have failed: lanes do not wait for each other. */
  private readonly underWay = new Map<string, Promise<void>>();
  private readonly published: { lane: string; rows: UnpublishedRow[] }[] = [];
  private lost: Error | undefined;
  private writable = false;
  private seenAtMs = -Infinity;

  private constructor(
    private readonly client: Client,
    private readonly life: RelayLife,
  ) {}

  /** Publishes until the signal is aborted; rejects when the connection is lost or the database refuses marks. */
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

  /** Postgres ends a silent session, also in the middle of an answer; otherwise its lock would survive for hours. */
  private async limitSilence(): Promise<void> {
    const silenceMs = this.life.silenceMs ?? SILENCE_MS;
    await this.client.query(`SET idle_session_timeout = ${silenceMs}; SET tcp_user_timeout = ${silenceMs}`);
  }

  private async publishAll(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !(await this.becomeActive())) {
      this.life.onSuccess();
      await pause(STANDBY_MS, signal);
    }
    while (!signal.aborted) {
      if (this.lost) throw this.lost;
      await this.markPublished();
      const busy = [...this.underWay.keys(), ...this.life.setbacks.resting()];
      const rows = await unpublished(this.client, LANE_BATCH, busy);
      if (await assignLanes(this.client, rows)) continue;
      if (rows.length > 0) await this.begin(rows, signal);
      else await Promise.race([this.untilNextLook(signal), ...this.underWay.values()]);
      if (rows.length === 0 && busy.length === 0) this.life.onSuccess();
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

  /** A row of another process, and one of a transaction that commits late, are found by polling. */
  private untilNextLook(signal: AbortSignal): Promise<void> {
    const { database } = this.life;
    const isBusy = Math.min(sinceAnnouncementMs(database), performance.now() - this.seenAtMs) < BUSY_FOR_MS;
    if (isBusy) return pause(POLL_MS, signal);
    return pause(IDLE_POLL_MS, AbortSignal.any([signal, nextAnnouncement(database)]));
  }

  private async begin(rows: UnpublishedRow[], signal: AbortSignal): Promise<void> {
    this.seenAtMs = performance.now();
    if (!this.writable) await tryMarking(this.client, rows);
    this.writable = true;
    for (const [lane, ofLane] of Map.groupBy(rows, (row) => `${row.topic}/${row.lane}`)) {
      const end = (stored: boolean) =>
        void (stored ? this.published.push({ lane, rows: ofLane }) : this.underWay.delete(lane));
      this.underWay.set(lane, this.publish(lane, ofLane, signal).then(end));
    }
  }

  /** Marks the rows of all finished lanes, one statement after the other on the connection. */
  private async markPublished(): Promise<void> {
    const done = this.published.splice(0);
    if (done.length === 0) return;
    await markPublished(
      this.client,
      done.flatMap(({ rows }) => rows),
    );
    for (const { lane } of done) this.underWay.delete(lane);
    this.life.onSuccess();
  }

  /** Publishes all rows of the lane or none: a later row of a key never goes out before an earlier one was acknowledged. Never rejects. */
  private async publish(lane: string, rows: UnpublishedRow[], signal: AbortSignal): Promise<boolean> {
    const { bus, producer, logger, setbacks } = this.life;
    const sendings = rows.map((row) => new EventSending(row, producer));
    const end = (failed: boolean) => sendings.forEach((sending) => sending.end(failed));
    try {
      const batch = sendings.map((sending) => encodeEvent(sending.traced, producer));
      const late = () => new Error('the bus did not answer in time');
      await withinOnceAborted(STOP_MS, signal, within(PUBLISH_DEADLINE_MS, bus.publish(batch), late), late);
      end(false);
      setbacks.recordSuccess(lane);
      return true;
    } catch (error) {
      end(true);
      const attempts = setbacks.recordFailure(lane);
      logger.warn(
        { err: error, topic: rows[0].topic, partition: rows[0].lane, attempts },
        'events could not be published, trying again',
      );
      return false;
    }
  }
}

/** The publishing of one outbox row, as part of the trace in which it was written. */
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

/** Lanes whose publish has failed recently. They outlive the relay's connection: a new one is no reason to try them sooner. */
export class RelaySetbacks {
  private readonly lanes = new Map<string, { failures: number; untilMs: number }>();

  /** A monotonic clock: one that is set back would prolong the pause of a lane. */
  private readonly nowMs = () => performance.now();

  /** The lanes that pause after a failure; nothing of them is published now. */
  resting(): string[] {
    const nowMs = this.nowMs();
    return [...this.lanes].filter(([, { untilMs }]) => untilMs > nowMs).map(([lane]) => lane);
  }

  /** Lets the lane pause, longer after each failure. Returns how often it has failed in a row. */
  recordFailure(lane: string): number {
    const failures = (this.lanes.get(lane)?.failures ?? 0) + 1;
    this.lanes.set(lane, { failures, untilMs: this.nowMs() + backoffMs(BACKOFF, failures, Math.random()) });
    return failures;
  }

  /** Ends the series of failures of the lane. */
  recordSuccess(lane: string): void {
    this.lanes.delete(lane);
  }
}
