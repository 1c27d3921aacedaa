import { Injectable } from '@nestjs/common';
import { inTransaction } from '@precis/runtime/database';
import { DataSource, type EntityManager } from 'typeorm';
import type { TakenWebhook, Verdict, WebhookAttempt } from './webhook-delivery.row.js';

/** Deliveries of one endpoint that are sent at the same time: two, and one while it fails (HOOK-8). */
export const LANES = 2;
/** Which endpoints are served: those whose last delivery succeeded, or those whose last one failed. */
export type Health = 'well' | 'failing';

interface QueuedEvent {
  eventId: string;
  type: string;
  body: string;
  correlationId: string;
  traceparent: string | null;
  createdAt: Date;
}

interface AnnouncedEvent extends QueuedEvent {
  /** When a stale event happened; null for a fresh one. */
  staleSince: Date | null;
}

/**
 * All SQL of the queue of deliveries. The product's clock decides when a delivery is due. Leases use the database's clock, which all
 * copies share.
 */
@Injectable()
export class WebhookQueueRepository {
  constructor(private readonly database: DataSource) {}

  /**
   * Adds one delivery for each endpoint of the account that asked for the type, once per event, even if the event is repeated (HOOK-5).
   * `ids`: enough new ids for all endpoints. If the event is stale, or `most` deliveries already wait, the new one is failed at once, so that
   * its owner sees it and can replay it (HOOK-5, HOOK-12). A stale event is not for endpoints that did not exist when it happened.
   */
  async queue(
    manager: EntityManager,
    accountId: string,
    event: AnnouncedEvent,
    ids: string[],
    most: number,
  ): Promise<void> {
    await manager.query(
      `INSERT INTO webhook_deliveries
         (id, endpoint_id, event_id, event_type, body, state, cause, next_try_at, decided_at, created_at, queued_at, correlation_id, traceparent)
       SELECT ($9::uuid[])[row_number() OVER (ORDER BY e.id)], e.id, $2, $3, $4,
         CASE WHEN refusal IS NULL THEN 'queued' ELSE 'failed' END, refusal,
         CASE WHEN refusal IS NULL THEN $5::timestamptz END, CASE WHEN refusal IS NOT NULL THEN $5::timestamptz END, $5, $5, $6, $7
       FROM webhook_endpoints e, LATERAL (
         SELECT CASE WHEN $10::timestamptz IS NOT NULL THEN 'event_too_old' WHEN count(*) >= $8 THEN 'queue_full' END AS refusal
         FROM (SELECT FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND state = 'queued' LIMIT $8) waiting
       ) room
       WHERE e.account_id = $1 AND e.disabled_reason IS NULL AND $3 = ANY (e.event_types)
         AND ($10::timestamptz IS NULL OR e.created_at <= $10)
       ON CONFLICT (endpoint_id, event_id) DO NOTHING`,
      [
        accountId,
        event.eventId,
        event.type,
        event.body,
        event.createdAt,
        event.correlationId,
        event.traceparent,
        most,
        ids,
        event.staleSince,
      ],
    );
  }

  /** Adds one delivery to one endpoint, whichever events it asked for. */
  async queueFor(manager: EntityManager, endpointId: string, id: string, event: QueuedEvent): Promise<void> {
    await manager.query(
      `INSERT INTO webhook_deliveries (id, endpoint_id, event_id, event_type, body, state, next_try_at, created_at, queued_at, correlation_id, traceparent)
       VALUES ($1, $2, $3, $4, $5, 'queued', $6, $6, $6, $7, $8)`,
      [id, endpointId, event.eventId, event.type, event.body, event.createdAt, event.correlationId, event.traceparent],
    );
  }

  /**
   * Takes due deliveries that nobody holds, for the time of the lease: from at most `places` endpoints, least recently served first, and
   * from each as many as it has free lanes. It needs two SQL statements, because the second must see what another copy took before it
   * freed the endpoint.
   */
  async take(health: Health, places: number, leaseMs: number, now: Date): Promise<TakenWebhook[]> {
    return inTransaction(this.database, async (manager) => {
      const endpoints = await this.chooseEndpoints(manager, health, places, now);
      if (endpoints.length === 0) return [];
      const lanes = health === 'well' ? LANES : 1;
      const taken: TakenWebhook[] = await manager.query(
        `WITH due AS MATERIALIZED (
           SELECT next.id FROM unnest($1::uuid[]) WITH ORDINALITY AS chosen (id, place), LATERAL (
             SELECT d.id, row_number() OVER (ORDER BY d.next_try_at, d.id) AS lane FROM webhook_deliveries d
             WHERE d.endpoint_id = chosen.id AND d.state = 'queued' AND d.next_try_at <= $2 AND ${FREE}
             ORDER BY d.next_try_at, d.id
             LIMIT greatest(0, $3 - (${UNDER_WAY} = chosen.id))
           ) next ORDER BY next.lane, chosen.place LIMIT $4
         ), taken AS (
           UPDATE webhook_deliveries d SET tries = tries + 1, fence = fence + 1,
             lease_until = clock_timestamp() + $5::float8 * interval '1 millisecond'
           FROM due WHERE d.id = due.id RETURNING d.*
         )
         SELECT t.id, t.endpoint_id AS "endpointId", e.account_id AS "accountId", e.url, t.event_id AS "eventId",
           t.event_type AS "eventType", t.body, t.tries, t.fence, t.lease_until::text AS lease, t.queued_at AS "queuedAt", t.cause AS "heldFor",
           e.failing_since AS "failingSince",
           t.correlation_id AS "correlationId", t.traceparent, e.old_secret_until AS "oldSecretUntil",
           e.ciphertext, e.wrapped_key, e.key_version, e.old_ciphertext, e.old_wrapped_key, e.old_key_version
         FROM taken t JOIN webhook_endpoints e ON e.id = t.endpoint_id`,
        [endpoints, now, lanes, places, leaseMs],
      );
      return taken.map(withSecrets);
    });
  }

  /**
   * Chooses the endpoints to serve, and marks them as served. The recursion reads one row for each endpoint with waiting deliveries, so a long queue
   * costs no more than a short one.
   */
  private async chooseEndpoints(manager: EntityManager, health: Health, places: number, now: Date): Promise<string[]> {
    const [rows] = await manager.query<[{ id: string }[]]>(
      `WITH RECURSIVE waiting AS (
         (SELECT endpoint_id FROM webhook_deliveries WHERE state = 'queued' ORDER BY endpoint_id LIMIT 1)
         UNION ALL
         SELECT (SELECT d.endpoint_id FROM webhook_deliveries d WHERE d.state = 'queued' AND d.endpoint_id > w.endpoint_id
           ORDER BY d.endpoint_id LIMIT 1)
         FROM waiting w WHERE w.endpoint_id IS NOT NULL
       ), chosen AS MATERIALIZED (
         SELECT e.id FROM webhook_endpoints e
         WHERE e.id IN (SELECT endpoint_id FROM waiting) AND e.disabled_reason IS NULL
           AND (e.failing_since IS NULL) = $1 AND EXISTS (
             SELECT FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND d.state = 'queued' AND d.next_try_at <= $2 AND ${FREE})
           AND (${UNDER_WAY} = e.id) < CASE WHEN $1 THEN ${LANES} ELSE 1 END
         ORDER BY e.served_at NULLS FIRST LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED
       )
       UPDATE webhook_endpoints e SET served_at = clock_timestamp() FROM chosen WHERE e.id = chosen.id RETURNING e.id`,
      [health === 'well', now, places],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Writes an attempt and its outcome. False when another sender took the delivery over, or it was given up, replayed or deleted: then the attempt
   * only stops counting as one under way.
   */
  async record(
    manager: EntityManager,
    { id, fence, lease }: Pick<TakenWebhook, 'id' | 'fence' | 'lease'>,
    verdict: Verdict,
    attempt: WebhookAttempt | undefined,
    now: Date,
  ): Promise<boolean> {
    const later = 'waitMs' in verdict ? new Date(now.getTime() + verdict.waitMs) : null;
    const [, count] = await manager.query<[unknown[], number]>(
      `UPDATE webhook_deliveries SET state = $3, cause = $4, next_try_at = $5, decided_at = CASE WHEN $5::timestamptz IS NULL THEN $6::timestamptz END,
         lease_until = NULL, tries = tries - CASE WHEN $7 THEN 1 ELSE 0 END
       WHERE id = $1 AND fence = $2 AND state = 'queued'`,
      [
        id,
        fence,
        later ? 'queued' : verdict.state,
        'cause' in verdict ? verdict.cause : null,
        later,
        now,
        verdict.state === 'hold',
      ],
    );
    if (count === 0) {
      await manager.query(
        'UPDATE webhook_deliveries SET lease_until = NULL WHERE id = $1 AND lease_until = $2::timestamptz',
        [id, lease],
      );
      return false;
    }
    if (attempt)
      await manager.query(
        'INSERT INTO webhook_attempts (delivery_id, number, at, duration_ms, status, error) VALUES ($1, $2, $3, $4, $5, $6)',
        [id, fence, attempt.at, attempt.durationMs, attempt.status, attempt.error],
      );
    return true;
  }

  /** Fails all deliveries that wait for a disabled endpoint. Running attempts will record nothing, and count until they end (HOOK-8). */
  async giveUp(manager: EntityManager, endpointId: string, now: Date): Promise<void> {
    await manager.query(
      `UPDATE webhook_deliveries SET state = 'failed', cause = 'endpoint_disabled', next_try_at = NULL, decided_at = $2
       WHERE endpoint_id = $1 AND state = 'queued'`,
      [endpointId, now],
    );
  }

  /**
   * Fails what an event queued for an endpoint at the moment at which it was disabled: `giveUp` did not see it. No event locks the endpoint, because
   * it would hold up its deliveries.
   */
  async giveUpOfDisabled(now: Date): Promise<void> {
    await this.database.query(
      `UPDATE webhook_deliveries d SET state = 'failed', cause = 'endpoint_disabled', next_try_at = NULL, decided_at = $1
       FROM webhook_endpoints e WHERE e.id = d.endpoint_id AND e.disabled_reason IS NOT NULL AND e.deleted_at IS NULL AND d.state = 'queued'`,
      [now],
    );
  }

  /**
   * Counts waiting deliveries, without those of disabled or deleted endpoints, and the seconds for which the oldest has been overdue. One whose
   * endpoint is being served is not overdue: it waits for a slow receiver, and not for us.
   */
  async waiting(now: Date): Promise<{ queued: number; overdueSeconds: number }> {
    const [row] = await this.database.query(
      `SELECT count(*)::int AS queued,
         coalesce(extract(epoch FROM $1::timestamptz - min(next_try_at) FILTER (WHERE next_try_at <= $1 AND endpoint_id NOT IN (
           SELECT h.endpoint_id FROM webhook_deliveries h WHERE h.lease_until > clock_timestamp()))), 0)::float8 AS "overdueSeconds"
       FROM webhook_deliveries d WHERE state = 'queued'
         AND NOT EXISTS (SELECT FROM webhook_endpoints e WHERE e.id = d.endpoint_id AND e.disabled_reason IS NOT NULL)`,
      [now],
    );
    return row;
  }
}

/** SQL condition: no sender holds the delivery `d`. */
const FREE = '(d.lease_until IS NULL OR d.lease_until <= clock_timestamp())';

/**
 * Start of an SQL subquery that counts the deliveries of an endpoint that are under way; the user appends `= <id of the endpoint>`. Counts any state,
 * because a delivery may have been given up or replayed meanwhile.
 */
const UNDER_WAY = 'SELECT count(*) FROM webhook_deliveries h WHERE h.lease_until > clock_timestamp() AND h.endpoint_id';

interface SealedColumns {
  ciphertext: Buffer;
  wrapped_key: Buffer;
  key_version: number;
  old_ciphertext: Buffer | null;
  old_wrapped_key: Buffer | null;
  old_key_version: number | null;
}

function withSecrets(row: TakenWebhook): TakenWebhook {
  const { ciphertext, wrapped_key, key_version, old_ciphertext, old_wrapped_key, old_key_version, ...taken } =
    row as TakenWebhook & SealedColumns;
  const oldSecret =
    old_ciphertext && old_wrapped_key && old_key_version
      ? { ciphertext: old_ciphertext, wrappedKey: old_wrapped_key, keyVersion: old_key_version }
      : null;
  return { ...taken, secret: { ciphertext, wrappedKey: wrapped_key, keyVersion: key_version }, oldSecret };
}
