import { indexBesideWriters } from '@precis/runtime/index-beside-writers';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When billing completed a payment: how long its commission takes is measured from then on. Payments of before have none. */
export class CompletedPayments1700000000103 implements MigrationInterface {
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE payments ADD COLUMN IF NOT EXISTS completed_at timestamptz');
    // Nearly no commission is in it: one leaves within seconds.
    await indexBesideWriters(runner, 'commissions_approved', `commissions (payment_id) WHERE status = 'approved'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX IF EXISTS commissions_approved');
    await runner.query('ALTER TABLE payments DROP COLUMN completed_at');
  }
}
