import { indexBesideWriters } from '@precis/runtime/index-beside-writers';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const JOBS = `topic = 'usage.job.v1'`;

/** usage.job.v1 has a retention: an index finds its finished rows by age, as ForgottenEvents does for the other topics. */
export class ForgottenJobEvents1700000000957 implements MigrationInterface {
  name = 'ForgottenJobEvents1700000000957';
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await indexBesideWriters(
      runner,
      'outbox_forgotten_job',
      `outbox (topic, published_at) WHERE published_at IS NOT NULL AND ${JOBS}`,
    );
    await indexBesideWriters(
      runner,
      'consumed_events_forgotten_job',
      `consumed_events (topic, consumed_at) WHERE state = 'done' AND ${JOBS}`,
    );
  }

  /** TypeORM reverts in a transaction, in spite of the setting above. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX consumed_events_forgotten_job, outbox_forgotten_job');
  }
}
