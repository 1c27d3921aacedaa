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
