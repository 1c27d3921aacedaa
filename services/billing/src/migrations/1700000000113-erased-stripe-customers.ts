import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ErasedStripeCustomers1700000000113 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // The row of an erased account stays until Stripe has deleted the customer. Without it the customer could not be found.
    await runner.query(`
      ALTER TABLE stripe_customers ADD COLUMN erased_at timestamptz, ADD COLUMN next_try_at timestamptz,
        ADD COLUMN tries int NOT NULL DEFAULT 0 CHECK (tries >= 0),
        ADD CONSTRAINT stripe_customers_erased_are_tried CHECK ((erased_at IS NULL) = (next_try_at IS NULL))`);
    await runner.query(
      'CREATE INDEX stripe_customers_due ON stripe_customers (next_try_at) WHERE next_try_at IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX stripe_customers_due');
    await runner.query(
      'ALTER TABLE stripe_customers DROP COLUMN erased_at, DROP COLUMN next_try_at, DROP COLUMN tries',
    );
  }
}
