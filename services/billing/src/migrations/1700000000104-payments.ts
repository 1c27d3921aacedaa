import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Payments1700000000104 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE payments (
        id uuid PRIMARY KEY,
        account_id text NOT NULL REFERENCES subscriptions (account_id),
        quote_id uuid NOT NULL REFERENCES quotes (id),
        method text NOT NULL CHECK (method IN ('stripe', 'crypto', 'wallet')),
        status text NOT NULL CHECK (status IN
          ('created', 'pending', 'processing', 'completed', 'failed', 'expired', 'refunded', 'disputed')),
        plan text NOT NULL,
        duration text NOT NULL,
        months int NOT NULL CHECK (months > 0),
        total_cents bigint NOT NULL CHECK (total_cents >= 0),
        credit_cents bigint NOT NULL CHECK (credit_cents >= 0),
        amount_cents bigint NOT NULL CHECK (amount_cents >= 0),
        refunded_cents bigint NOT NULL,
        lost_cents bigint NOT NULL CHECK (lost_cents >= 0),
        credited_cents bigint NOT NULL,
        reclaimed_cents bigint NOT NULL,
        disputes jsonb NOT NULL,
        referral_code text NOT NULL,
        reference text,
        url text,
        attempt int NOT NULL CHECK (attempt > 0),
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        completed_at timestamptz,
        term_id uuid REFERENCES terms (id),
        receipt_number text CONSTRAINT payments_receipt_once UNIQUE,
        note text NOT NULL,
        looked_at timestamptz,
        CHECK (refunded_cents BETWEEN 0 AND amount_cents),
        CHECK (reclaimed_cents BETWEEN 0 AND credited_cents),
        CONSTRAINT payments_fulfilled_whole CHECK (
          (completed_at IS NULL) = (term_id IS NULL) AND (completed_at IS NULL) = (receipt_number IS NULL) AND
          (completed_at IS NOT NULL) = (status IN ('completed', 'refunded', 'disputed')))
      )`);
    await runner.query('CREATE INDEX payments_of_account ON payments (account_id, created_at DESC, id DESC)');
    await runner.query('CREATE INDEX payments_by_reference ON payments (reference)');
    await runner.query('CREATE INDEX payments_of_quote ON payments (quote_id)');
    await runner.query(`
      CREATE INDEX payments_undecided ON payments (created_at) WHERE status IN ('created', 'pending', 'processing')`);
    await runner.query(`
      CREATE TABLE receipt_numbers (
        year int PRIMARY KEY,
        last int NOT NULL CHECK (last > 0)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE receipt_numbers, payments');
  }
}
