import { indexBesideWriters } from '@precis/runtime/index-beside-writers';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class PaymentRetentionIndex1700000000112 implements MigrationInterface {
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await indexBesideWriters(
      runner,
      'payments_unpaid',
      `payments (expires_at) WHERE status IN ('expired', 'failed') AND credited_cents = 0`,
    );
  }

  /** TypeORM reverts in a transaction, in spite of the setting above. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX payments_unpaid');
  }
}
