import { indexBesideWriters } from '@precis/runtime/index-beside-writers';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Months that are to be closed once they are over. Outside of a transaction: Reserve goes on. */
export class OpenMonths1700000000021 implements MigrationInterface {
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await indexBesideWriters(runner, 'quota_months_open', 'quota_months (month, account_id) WHERE closed_at IS NULL');
  }

  /** TypeORM goes back in a transaction, whatever is said above. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX quota_months_open');
  }
}
