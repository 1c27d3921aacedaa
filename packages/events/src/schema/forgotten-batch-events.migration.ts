import { indexBesideWriters } from '@precis/runtime/index-beside-writers';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const BATCHES = `topic = 'usage.batch.v1'`;

/** usage.batch.v1 has a retention: an index finds its finished rows by age, as ForgottenEvents does for the other topics. */
export class ForgottenBatchEvents1700000000956 implements MigrationInterface {
  name = 'ForgottenBatchEvents1700000000956';
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await indexBesideWriters(
      runner,
      'outbox_forgotten_batch',
      `outbox (topic, published_at) WHERE published_at IS NOT NULL AND ${BATCHES}`,
    );
    await indexBesideWriters(
      runner,
      'consumed_events_forgotten_batch',
      `consumed_events (topic, consumed_at) WHERE state = 'done' AND ${BATCHES}`,
    );
  }

  /** TypeORM runs `down` in a transaction, even though `transaction` is false. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX consumed_events_forgotten_batch, outbox_forgotten_batch');
  }
}
