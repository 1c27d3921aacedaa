import { openDatabase } from '@precis/runtime/database';
import type { DataSource } from 'typeorm';
import { type Reaction, REACTIONS } from '@precis/audit/reactions';
import { DATABASE_SERVICES, type DatabaseService } from '../deployment/distributed-settings.js';

/** The work in progress in the databases at one moment. */
export interface InFlight {
  /** Calls with a reserved unit. */
  reserved: number;
  unpublished: number;
  oldestUnpublishedSeconds: number;
  /** Announced events, published or not, that the service has not handled. */
  unhandled: Record<DatabaseService, number>;
  /** By service that consumes events. */
  oldestUnhandledSeconds: Record<DatabaseService, number>;
  /** Events to be retried, up to minutes later, because their handler met another service's outage. */
  parked: number;
  /** The number of unhandled webhooks, of payments being made or confirmed, and of planned refunds. */
  payments: number;
  /** How long an unhandled webhook has been due. */
  webhooksStandingSeconds: number;
  /** Mails that are queued. */
  mails: number;
  /**
   * How long a mail that no sender holds has been due while none was sent. After two minutes without Kafka hundreds wait for their turn; senders
   * that work through them do not stand still.
   */
  mailsStandingSeconds: number;
}

/** Older events must have been handled, or the audit reports them. */
const LOOK_BACK = `interval '10 minutes'`;

const MAILS = `SELECT count(*)::int AS mails, least(
    coalesce(max(extract(epoch FROM clock_timestamp() - greatest(next_try_at, lease_until))) FILTER (WHERE lease_until IS NULL OR lease_until < now()), 0),
    (SELECT extract(epoch FROM clock_timestamp() - max(decided_at)) FROM deliveries WHERE state = 'sent'))::float8 AS standing
  FROM deliveries WHERE state = 'queued'`;

const PAYMENTS = `SELECT (count(*) + (SELECT count(*) FROM payments WHERE status IN ('created', 'processing'))
      + (SELECT count(*) FROM refunds WHERE state = 'planned'))::int AS payments,
    coalesce(max(extract(epoch FROM clock_timestamp() - greatest(next_try_at, lease_until))) FILTER (WHERE lease_until IS NULL OR lease_until < now()), 0)::float8 AS standing
  FROM provider_events WHERE state = 'queued'`;

/** Reads the databases directly, which only a test may do. */
export class InFlightProbe {
  private constructor(private readonly sources: Record<DatabaseService, DataSource>) {}

  static async open(urls: Record<DatabaseService, string>): Promise<InFlightProbe> {
    const sources = await Promise.all(
      DATABASE_SERVICES.map(
        async (name) => [name, await openDatabase({ url: urls[name], migrations: [], poolSize: 4 })] as const,
      ),
    );
    return new InFlightProbe(Object.fromEntries(sources) as Record<DatabaseService, DataSource>);
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.sources).map((source) => source.destroy()));
  }

  query(name: DatabaseService, sql: string, parameters: unknown[] = []): Promise<Record<string, any>[]> {
    return this.sources[name].query(sql, parameters);
  }

  async look(): Promise<InFlight> {
    const [[{ reserved }], [money], outboxes, reactions] = await Promise.all([
      this.query('usage', `SELECT count(*)::int AS reserved FROM metered_calls WHERE state = 'reserved'`),
      this.query('billing', PAYMENTS),
      Promise.all(DATABASE_SERVICES.map((name) => this.outbox(name))),
      Promise.all(REACTIONS.map((reaction) => this.unhandled(reaction))),
    ]);
    // After the events: a mail that was queued between the two questions would be in neither.
    const [{ mails, standing }] = await this.query('notifications', MAILS);
    const found: InFlight = {
      reserved,
      unpublished: 0,
      oldestUnpublishedSeconds: 0,
      unhandled: {},
      oldestUnhandledSeconds: {},
      parked: 0,
      payments: money.payments,
      webhooksStandingSeconds: money.standing,
      mails,
      mailsStandingSeconds: standing,
    };
    for (const { n, age } of outboxes) {
      found.unpublished += n;
      found.oldestUnpublishedSeconds = Math.max(found.oldestUnpublishedSeconds, age);
    }
    for (const { to, ages, parked } of reactions) {
      found.parked += parked;
      found.unhandled[to] = (found.unhandled[to] ?? 0) + ages.length;
      found.oldestUnhandledSeconds[to] = Math.max(found.oldestUnhandledSeconds[to] ?? 0, ...ages);
    }
    return found;
  }

  private async outbox(name: DatabaseService): Promise<{ n: number; age: number }> {
    const [row] = await this.query(
      name,
      `SELECT count(*)::int AS n, coalesce(extract(epoch FROM clock_timestamp() - min(created_at)), 0)::float8 AS age FROM outbox WHERE published_at IS NULL`,
    );
    return row as { n: number; age: number };
  }

  private async unhandled({
    from,
    to,
    type,
  }: Reaction): Promise<{ to: DatabaseService; ages: number[]; parked: number }> {
    const announced = await this.query(
      from,
      `SELECT event_id::text AS id, extract(epoch FROM clock_timestamp() - created_at)::float8 AS age FROM outbox WHERE type = $1 AND created_at > now() - ${LOOK_BACK}`,
      [type],
    );
    const taken = await this.query(to, 'SELECT event_id AS id, state FROM consumed_events WHERE event_id = ANY($1)', [
      announced.map(({ id }) => id),
    ]);
    const states = new Map(taken.map(({ id, state }) => [id, state]));
    return {
      to,
      ages: announced.filter(({ id }) => !states.has(id)).map(({ age }) => age),
      parked: taken.filter(({ state }) => state === 'parked').length,
    };
  }
}
