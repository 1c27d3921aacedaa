import type { Repeating } from '@precis/runtime/repeating';
import { Counter } from 'prom-client';
import type { DataSource, EntityManager } from 'typeorm';
import { TOPICS } from '../catalogue/topics.js';
import { DAY_MS, type DeleteBatch, forgetSql, repeatForgetting } from '../forgetting.js';
import type { ConsumerOptions } from './event-attempt.js';

/**
 * A row makes a second delivery harmless, so it must outlive every copy of its message. Kafka deletes whole segments: with its default of
 * log.roll.hours (7 days), a message may stay that much longer than its retention. The second week allows for different clocks, and for a service
 * that was stopped together with its Kafka.
 */
export const CONSUMED_MARGIN_MS = 14 * DAY_MS;

const SQL = forgetSql('consumed_events', 'consumed_at', `state = 'done'`);

/** Deletes only finished rows: parked and dead ones stay at any age. */
export const deleteConsumed =
  (database: DataSource, clock = () => new Date()): DeleteBatch =>
  async (topic, olderThanMs, from) =>
    (await database.query(SQL, [topic, olderThanMs, from, clock()]))[0];

const FORGOTTEN = new Set(TOPICS.filter(({ retentionMs }) => retentionMs !== undefined).map(({ name }) => name));

/**
 * Restarts the retention of a finished event's row when a copy of the event is delivered. The copy may be much younger than the first one (after a
 * lost Kafka was refilled from the outboxes), and a rewind would deliver it again.
 */
export async function keepFromNow(manager: EntityManager, group: string, topic: string, id: string): Promise<void> {
  if (!FORGOTTEN.has(topic)) return;
  await manager.query(
    `UPDATE consumed_events SET consumed_at = clock_timestamp() WHERE consumer_group = $1 AND event_id = $2 AND state = 'done'`,
    [group, id],
  );
}

/** The job that deletes rows of handled events past the retention of their topics. */
export function forgetConsumed(
  { database, logger, metrics, forgetEveryMs }: ConsumerOptions,
  signal: AbortSignal,
): Repeating {
  const rows = new Counter({
    name: 'precis_events_forgotten_rows_total',
    help: 'Rows of handled events deleted past the retention of their topic.',
    labelNames: ['topic'],
    registers: [metrics],
  });
  return repeatForgetting({
    deleteBatch: deleteConsumed(database),
    marginMs: CONSUMED_MARGIN_MS,
    logger,
    signal,
    everyMs: forgetEveryMs,
    forgotten: (topic, count) => rows.inc({ topic }, count),
  });
}
