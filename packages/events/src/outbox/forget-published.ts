import type { Logger } from '@precis/runtime/logger';
import type { Repeating } from '@precis/runtime/repeating';
import { Counter, type Registry } from 'prom-client';
import type { DataSource } from 'typeorm';
import { DAY_MS, type DeleteBatch, forgetSql, repeatForgetting } from '../forgetting.js';

/**
 * A day more than the bus keeps the message: a lost Kafka is refilled from these rows with all that it had. Far less than the consumers' margin, so
 * that everything that can be published again is known to its consumers.
 */
export const OUTBOX_MARGIN_MS = DAY_MS;

const SQL = forgetSql('outbox', 'published_at', 'published_at IS NOT NULL');

/** Deletes only published rows: an unpublished event stays at any age. */
export const deletePublished =
  (database: DataSource, clock = () => new Date()): DeleteBatch =>
  async (topic, olderThanMs, from) =>
    (await database.query(SQL, [topic, olderThanMs, from, clock()]))[0];

interface ForgetPublished {
  database: DataSource;
  logger: Logger;
  metrics: Registry;
  forgetEveryMs?: number;
}

/** The job that deletes published rows past the retention of their topics. */
export function forgetPublished(
  { database, logger, metrics, forgetEveryMs }: ForgetPublished,
  signal: AbortSignal,
): Repeating {
  const rows = new Counter({
    name: 'precis_outbox_forgotten_rows_total',
    help: 'Published events deleted from the outbox past the retention of their topic.',
    labelNames: ['topic'],
    registers: [metrics],
  });
  return repeatForgetting({
    deleteBatch: deletePublished(database),
    marginMs: OUTBOX_MARGIN_MS,
    logger,
    signal,
    everyMs: forgetEveryMs,
    forgotten: (topic, count) => rows.inc({ topic }, count),
  });
}
