import type { DataSource } from 'typeorm';

/** A dead event as an operator sees it: everything but its payload. */
export interface DeadEvent {
  group: string;
  eventId: string;
  /** Null when the message could not be read: then it has no type and keeps nothing waiting. */
  type: string | null;
  key: string | null;
  topic: string;
  partition: number;
  offset: string;
  attempts: number;
  cause: string;
  /** Since it first failed. */
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

/** How many events of each group and topic are parked or dead. */
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

/** Which dead events are meant; what is left out does not narrow. */
export interface DeadFilter {
  group?: string;
  eventId?: string;
}

/** A dead event that is dead no longer. */
export interface ChangedEvent {
  group: string;
  eventId: string;
}

const MEANT = `state = 'dead' AND ($1::text IS NULL OR consumer_group = $1) AND ($2::text IS NULL OR event_id = $2)`;
const TOLD = 'RETURNING consumer_group AS "group", event_id AS "eventId"';

/**
 * Gives dead events a new life: all their attempts, beginning now; those behind them follow when they are done. What could not be read
 * has no key and stays dead, because no attempt would read it.
 */
export async function replayEvents(database: DataSource, filter: DeadFilter): Promise<ChangedEvent[]> {
  return changed(
    database,
    `UPDATE consumed_events SET state = 'parked', attempts = 0, next_try_at = clock_timestamp() WHERE ${MEANT} AND key IS NOT NULL ${TOLD}`,
    filter,
  );
}

/** Each takes a lock of its key until the commit, of which Postgres holds some thousands. */
const SKIPPED_AT_ONCE = 1_000;

/** Gives dead events up for good, so that those behind them go on. Their causes stay; their rows are kept as if they were handled now. */
export async function skipEvents(database: DataSource, filter: DeadFilter): Promise<ChangedEvent[]> {
  const all: ChangedEvent[] = [];
  for (;;) {
    const skipped = await changed(
      database,
      `UPDATE consumed_events
       SET state = 'done', consumed_at = clock_timestamp(), next_try_at = NULL, cause = 'skipped after ' || cause
       WHERE (consumer_group, event_id) IN (SELECT consumer_group, event_id FROM consumed_events WHERE ${MEANT} LIMIT ${SKIPPED_AT_ONCE}) ${TOLD}`,
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
