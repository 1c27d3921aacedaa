import type { MigrationInterface, QueryRunner } from 'typeorm';

export class FailedRefunds1700000000110 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE payments ADD COLUMN failed_refund_cents bigint NOT NULL DEFAULT 0 CHECK (failed_refund_cents >= 0)`);
    await runner.query(`
      ALTER TABLE refunds ADD COLUMN failed_before_cents bigint NOT NULL DEFAULT 0 CHECK (failed_before_cents >= 0),
        DROP CONSTRAINT refunds_state_check,
        ADD CONSTRAINT refunds_state_check CHECK (state IN ('planned', 'done', 'refused', 'failed')),
        DROP CONSTRAINT refunds_check,
        ADD CONSTRAINT refunds_sent_somewhere CHECK ((state IN ('done', 'failed')) = (destination IS NOT NULL))`);
    await runner.query('CREATE INDEX refunds_of_payment ON refunds (payment_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX refunds_of_payment');
    await runner.query(`
      ALTER TABLE refunds DROP COLUMN failed_before_cents, DROP CONSTRAINT refunds_state_check,
        ADD CONSTRAINT refunds_state_check CHECK (state IN ('planned', 'done', 'refused')),
        DROP CONSTRAINT refunds_sent_somewhere,
        ADD CONSTRAINT refunds_check CHECK ((state = 'done') = (destination IS NOT NULL))`);
    await runner.query('ALTER TABLE payments DROP COLUMN failed_refund_cents');
  }
}
