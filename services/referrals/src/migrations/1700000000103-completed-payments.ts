import { indexBesideWriters } from '@precis/runtime/index-beside-writers';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When billing completed a payment, from which the delay of its commission is measured. Earlier payments have no time. */
export class CompletedPayments1700000000103 implements MigrationInterface {
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE payments ADD COLUMN IF NOT EXISTS completed_at timestamptz');
    // The index has hardly any rows, because a commission leaves this state within seconds.
    await indexBesideWriters(runner, 'commissions_approved', `commissions (payment_id) WHERE status = 'approved'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS commissions_approved');
    await runner.query('ALTER TABLE payments DROP COLUMN completed_at');
  }
}
