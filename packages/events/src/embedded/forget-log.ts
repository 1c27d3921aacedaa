import type { Logger } from '@precis/runtime/logger';
import type { Repeating } from '@precis/runtime/repeating';
import type { Pool } from 'pg';
import { BATCH, type DeleteBatch, type ForgottenBatch, repeatForgetting } from '../forgetting.js';

/**
 * The oldest messages by their offsets. Offsets follow time, so the log needs no index by time. Messages that a group has not handled stay: unlike
 * Kafka, this log stops together with its readers, perhaps for longer than the retention.
 */
const SQL = `
  WITH oldest AS (
    SELECT "offset", appended_at FROM bus_log WHERE topic = $1
      AND "offset" < coalesce((SELECT min(next_offset) FROM bus_offset WHERE topic = $1), 9223372036854775807)
    ORDER BY "offset" LIMIT ${BATCH}
  ), gone AS (
    DELETE FROM bus_log l USING oldest o WHERE l.topic = $1 AND l."offset" = o."offset"
      AND o.appended_at < least(now(), $3::timestamptz) - $2::float8 * interval '1 millisecond'
    RETURNING l.appended_at AS at
  )
  SELECT count(*)::int AS rows, max(at) AS last FROM gone`;

/** Deletes the oldest messages of a topic that all its groups have handled. */
export const deleteLogged =
  (pool: Pool): DeleteBatch =>
  async (topic, olderThanMs) =>
    (await pool.query<ForgottenBatch & Record<string, unknown>>(SQL, [topic, olderThanMs, new Date()])).rows[0];

/** The job that deletes messages past the retention of their topics, as Kafka does itself. */
export const forgetLog = (pool: Pool, logger: Logger, signal: AbortSignal): Repeating =>
  repeatForgetting({ deleteBatch: deleteLogged(pool), marginMs: 0, logger, signal });
