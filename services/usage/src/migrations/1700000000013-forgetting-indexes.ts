import { indexBesideWriters } from '@precis/runtime/index-beside-writers';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = {
  quota_accounts_unconfirmed: 'quota_accounts (account_id) WHERE NOT confirmed',
  metered_calls_failed: `metered_calls (reserved_at) WHERE state = 'released' AND idem_hash IS NULL`,
  metered_calls_failed_keyed: `metered_calls (reserved_at) WHERE state = 'released' AND idem_hash IS NOT NULL`,
};

/**
 * Indexes for unconfirmed timetables, and for released calls in the order of their deletion. Built outside a transaction, so that Reserve is not
 * blocked.
 */
export class ForgettingIndexes1700000000013 implements MigrationInterface {
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, on] of Object.entries(INDEXES)) await indexBesideWriters(runner, name, on);
  }

  /** TypeORM reverts in a transaction, in spite of the setting above. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX ${Object.keys(INDEXES).join(', ')}`);
  }
}
