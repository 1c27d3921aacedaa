import { indexBesideWriters } from '@precis/runtime/index-beside-writers';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class PaymentIndexes1700000000111 implements MigrationInterface {
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    // By which the sweep finds payments, whatever became of them since they were completed.
    await indexBesideWriters(
      runner,
      'payments_by_completion',
      'payments (completed_at) WHERE completed_at IS NOT NULL',
    );
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS payments_fulfilled');
  }

  /** TypeORM goes back in a transaction, whatever is said above. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX payments_by_completion');
    await runner.query(
      `CREATE INDEX payments_fulfilled ON payments (completed_at) WHERE status IN ('completed', 'disputed')`,
    );
  }
}
