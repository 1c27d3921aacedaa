import type { MigrationInterface, QueryRunner } from 'typeorm';

export class QuotesAndPaidTerms1700000000103 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE quotes (
        id uuid PRIMARY KEY,
        account_id text NOT NULL REFERENCES subscriptions (account_id),
        plan text NOT NULL,
        duration text NOT NULL,
        months int NOT NULL CHECK (months > 0),
        videos_per_month int NOT NULL CHECK (videos_per_month >= 0),
        catalogue_version int NOT NULL,
        method text NOT NULL CHECK (method IN ('stripe', 'crypto', 'wallet')),
        kind text NOT NULL CHECK (kind IN ('new', 'renewal', 'extension', 'upgrade', 'downgrade')),
        lines jsonb NOT NULL,
        total_cents bigint NOT NULL CHECK (total_cents > 0),
        credit_cents bigint NOT NULL CHECK (credit_cents >= 0),
        due_cents bigint NOT NULL CHECK (due_cents BETWEEN 0 AND total_cents),
        credited_term_id uuid,
        prolongation_seconds int NOT NULL CHECK (prolongation_seconds >= 0),
        starts_at timestamptz NOT NULL,
        ends_at timestamptz NOT NULL,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        taken_at timestamptz
      )`);
    await runner.query('CREATE INDEX quotes_of_account ON quotes (account_id, created_at)');
    await runner.query('CREATE INDEX quotes_nobody_took ON quotes (expires_at) WHERE taken_at IS NULL');
    // The defaults are what the previous release means, which does not know these columns: a term of whole months that cost nothing.
    await runner.query(`
      ALTER TABLE terms
        ADD COLUMN payment_id uuid CONSTRAINT terms_once_per_payment UNIQUE,
        ADD COLUMN quote_id uuid,
        ADD COLUMN value_cents bigint NOT NULL DEFAULT 0 CHECK (value_cents >= 0),
        ADD COLUMN received_cents bigint NOT NULL DEFAULT 0 CHECK (received_cents BETWEEN 0 AND value_cents),
        ADD COLUMN refunded_cents bigint NOT NULL DEFAULT 0 CHECK (refunded_cents >= 0),
        ADD COLUMN credited_cents bigint NOT NULL DEFAULT 0 CHECK (credited_cents BETWEEN 0 AND value_cents),
        ADD COLUMN credited_to uuid,
        ADD COLUMN is_part boolean NOT NULL DEFAULT false,
        ADD COLUMN extra_seconds int NOT NULL DEFAULT 0 CHECK (extra_seconds >= 0),
        ADD COLUMN used_seconds int NOT NULL DEFAULT 0 CHECK (used_seconds >= 0),
        ADD COLUMN ended_at timestamptz,
        ADD COLUMN left_seconds int NOT NULL DEFAULT 0 CHECK (left_seconds >= 0)`);
    await runner.query('ALTER TABLE subscriptions ADD COLUMN cancelled_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE subscriptions DROP COLUMN cancelled_at');
    await runner.query(`
      ALTER TABLE terms DROP COLUMN payment_id, DROP COLUMN quote_id, DROP COLUMN value_cents, DROP COLUMN received_cents,
        DROP COLUMN refunded_cents, DROP COLUMN credited_cents, DROP COLUMN credited_to, DROP COLUMN is_part,
        DROP COLUMN extra_seconds, DROP COLUMN used_seconds, DROP COLUMN ended_at, DROP COLUMN left_seconds`);
    await runner.query('DROP TABLE quotes');
  }
}
