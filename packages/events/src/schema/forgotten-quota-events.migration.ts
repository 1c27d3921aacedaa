import { indexBesideWriters } from '@precis/runtime/index-beside-writers';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const QUOTA = `topic = 'usage.quota.v1'`;

/** usage.quota.v1 has a retention now: an index finds its finished rows by age, as ForgottenEvents does for the other topics. */
export class ForgottenQuotaEvents1700000000954 implements MigrationInterface {
  name = 'ForgottenQuotaEvents1700000000954';
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await indexBesideWriters(
      runner,
      'outbox_forgotten_quota',
      `outbox (topic, published_at) WHERE published_at IS NOT NULL AND ${QUOTA}`,
    );
    await indexBesideWriters(
      runner,
      'consumed_events_forgotten_quota',
      `consumed_events (topic, consumed_at) WHERE state = 'done' AND ${QUOTA}`,
    );
  }

  /** TypeORM reverts in a transaction, in spite of the setting above. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX consumed_events_forgotten_quota, outbox_forgotten_quota');
  }
}
