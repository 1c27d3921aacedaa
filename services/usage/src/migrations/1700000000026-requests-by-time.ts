import { indexBesideWriters } from '@precis/runtime/index-beside-writers';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lists an account's records by time, for its export (ACC-38). Built outside a transaction, so that writing records is not blocked. */
export class RequestsByTime1700000000026 implements MigrationInterface {
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await indexBesideWriters(runner, 'request_records_by_time', 'request_records (account_id, at, record_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX request_records_by_time');
  }
}
