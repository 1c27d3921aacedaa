import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Refunds1700000000108 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // refunded_before_cents: what the payment had given back when the refund was planned. With it, a refund that the provider's own event has booked
    // in between is not booked again.
    await runner.query(`
      CREATE TABLE refunds (
        id uuid PRIMARY KEY,
        payment_id uuid NOT NULL,
        account_id text NOT NULL,
        asked_cents bigint NOT NULL CHECK (asked_cents >= 0),
        amount_cents bigint NOT NULL CHECK (amount_cents > 0),
        refunded_before_cents bigint NOT NULL CHECK (refunded_before_cents >= 0),
        state text NOT NULL CHECK (state IN ('planned', 'done', 'refused')),
        destination text CHECK (destination IN ('stripe', 'wallet')),
        planned_at timestamptz NOT NULL,
        ended_at timestamptz,
        CHECK ((state = 'done') = (destination IS NOT NULL))
      )`);
    // Two simultaneous refunds could give back more than was paid.
    await runner.query(`CREATE UNIQUE INDEX refunds_one_at_a_time ON refunds (payment_id) WHERE state = 'planned'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE refunds');
  }
}
