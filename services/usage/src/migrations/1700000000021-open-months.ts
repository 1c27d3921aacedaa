import { indexBesideWriters } from '@precis/runtime/index-beside-writers';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An index of the months that must be closed once they are over. Built outside a transaction, so that Reserve is not blocked. */
export class OpenMonths1700000000021 implements MigrationInterface {
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await indexBesideWriters(runner, 'quota_months_open', 'quota_months (month, account_id) WHERE closed_at IS NULL');
  }

  /** TypeORM runs `down` in a transaction, even though `transaction` is false. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX quota_months_open');
  }
}
