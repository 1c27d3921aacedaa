import { indexBesideWriters } from '@precis/runtime/index-beside-writers';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class PaymentIndexes1700000000111 implements MigrationInterface {
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    // For the sweep, which finds completed payments in any later state.
    await indexBesideWriters(
      runner,
      'payments_by_completion',
      'payments (completed_at) WHERE completed_at IS NOT NULL',
    );
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS payments_fulfilled');
  }

  /** TypeORM reverts in a transaction, in spite of the setting above. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX payments_by_completion');
    await runner.query(
      `CREATE INDEX payments_fulfilled ON payments (completed_at) WHERE status IN ('completed', 'disputed')`,
    );
  }
}
