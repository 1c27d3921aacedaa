import type { DataSource } from 'typeorm';

/** A dead event for an operator: everything except its payload. */
export interface DeadEvent {
  group: string;
  eventId: string;
  /** Null when the message could not be decoded: it has no type and blocks no other event. */
  type: string | null;
  key: string | null;
  topic: string;
  partition: number;
  offset: string;
  attempts: number;
  cause: string;
  /** Seconds since it was recorded: at its first failure, or earlier when it first waited for another event of its key. */
  ageSeconds: number;
  /** Events of its key that wait for it. */
  behind: number;
}

/** Dead events, the oldest first. */
export async function deadEvents(database: DataSource, group: string | undefined, limit: number): Promise<DeadEvent[]> {
  return database.query(
    `SELECT consumer_group AS "group", event_id AS "eventId", type, key, topic, partition, "offset", attempts, cause,
       extract(epoch FROM clock_timestamp() - consumed_at)::int AS "ageSeconds",
       (SELECT count(*)::int FROM consumed_events b WHERE b.consumer_group = d.consumer_group AND b.topic = d.topic AND b.key = d.key
        AND b.state IN ('parked', 'dead') AND b.position > d.position) AS behind
     FROM consumed_events d WHERE state = 'dead' AND ($1::text IS NULL OR consumer_group = $1) ORDER BY position LIMIT $2`,
    [group ?? null, limit],
  );
}

/** Counts parked and dead events by group and topic. */
export async function waitingCounts(
  database: DataSource,
  group: string | undefined,
): Promise<{ group: string; topic: string; parked: number; dead: number }[]> {
  return database.query(
    `SELECT consumer_group AS "group", topic, count(*) FILTER (WHERE state = 'parked')::int AS parked, count(*) FILTER (WHERE state = 'dead')::int AS dead
     FROM consumed_events WHERE state IN ('parked', 'dead') AND ($1::text IS NULL OR consumer_group = $1) GROUP BY 1, 2 ORDER BY 1, 2`,
    [group ?? null],
  );
}

/** Selects dead events; an omitted field does not filter. */
export interface DeadFilter {
  group?: string;
  eventId?: string;
}

/** An event that is no longer dead. */
export interface ChangedEvent {
  group: string;
  eventId: string;
}

const IS_SELECTED = `state = 'dead' AND ($1::text IS NULL OR consumer_group = $1) AND ($2::text IS NULL OR event_id = $2)`;
const RETURNING_IDS = 'RETURNING consumer_group AS "group", event_id AS "eventId"';

/**
 * Revives dead events: all their attempts begin again, and events that wait for them follow. An undecodable event has no key and stays dead, because
 * no attempt could decode it.
 */
export async function replayEvents(database: DataSource, filter: DeadFilter): Promise<ChangedEvent[]> {
  return changed(
    database,
    `UPDATE consumed_events SET state = 'parked', attempts = 0, next_try_at = clock_timestamp() WHERE ${IS_SELECTED} AND key IS NOT NULL ${RETURNING_IDS}`,
    filter,
  );
}

/** The trigger wake_next_event locks the key of each skipped event until the commit, and Postgres' lock table has room for some thousand locks. */
const SKIPPED_AT_ONCE = 1_000;

/** Gives dead events up finally, so that events that wait for them continue. Their causes stay; their rows are kept as if they were handled now. */
export async function skipEvents(database: DataSource, filter: DeadFilter): Promise<ChangedEvent[]> {
  const all: ChangedEvent[] = [];
  for (;;) {
    const skipped = await changed(
      database,
      `UPDATE consumed_events
       SET state = 'done', consumed_at = clock_timestamp(), next_try_at = NULL, cause = 'skipped after ' || cause
       WHERE (consumer_group, event_id) IN (SELECT consumer_group, event_id FROM consumed_events WHERE ${IS_SELECTED} LIMIT ${SKIPPED_AT_ONCE}) ${RETURNING_IDS}`,
      filter,
    );
    all.push(...skipped);
    if (skipped.length < SKIPPED_AT_ONCE) return all;
  }
}

async function changed(database: DataSource, update: string, { group, eventId }: DeadFilter): Promise<ChangedEvent[]> {
  const [rows] = await database.query(update, [group ?? null, eventId ?? null]);
  return rows;
}
