import { indexBesideWriters } from '@precis/runtime/index-beside-writers';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = {
  quota_accounts_unconfirmed: 'quota_accounts (account_id) WHERE NOT confirmed',
  metered_calls_failed: `metered_calls (reserved_at) WHERE state = 'released' AND idem_hash IS NULL`,
  metered_calls_failed_keyed: `metered_calls (reserved_at) WHERE state = 'released' AND idem_hash IS NOT NULL`,
};

/** Unconfirmed timetables, and the released calls in the order in which they may be forgotten. Outside of a transaction: Reserve goes on. */
export class ForgettingIndexes1700000000013 implements MigrationInterface {
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, on] of Object.entries(INDEXES)) await indexBesideWriters(runner, name, on);
  }

  /** TypeORM goes back in a transaction, whatever is said above. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX ${Object.keys(INDEXES).join(', ')}`);
  }
}
