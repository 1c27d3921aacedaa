import type { DataSource } from 'typeorm';

/** Gives a dead event a new life: all its attempts, beginning now; those behind it follow when it is done. False when there is no such dead event. */
export async function replayDead(database: DataSource, group: string, eventId: string): Promise<boolean> {
  return changed(
    database,
    `UPDATE consumed_events SET state = 'parked', attempts = 0, next_try_at = clock_timestamp()
     WHERE consumer_group = $1 AND event_id = $2 AND state = 'dead' AND key IS NOT NULL`,
    group,
    eventId,
  );
}

/** Gives a dead event up for good, so that those behind it go on. Its cause stays. False when there is no such dead event. */
export async function skipDead(database: DataSource, group: string, eventId: string): Promise<boolean> {
  return changed(
    database,
    `UPDATE consumed_events SET state = 'done', next_try_at = NULL, cause = 'skipped after ' || cause
     WHERE consumer_group = $1 AND event_id = $2 AND state = 'dead'`,
    group,
    eventId,
  );
}

async function changed(database: DataSource, update: string, group: string, eventId: string): Promise<boolean> {
  const [, count] = await database.query(update, [group, eventId]);
  return count === 1;
}
