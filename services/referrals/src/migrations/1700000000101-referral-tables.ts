import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ReferralTables1700000000101 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE accounts (
        account_id text PRIMARY KEY,
        code text CONSTRAINT accounts_code UNIQUE CHECK (code ~ '^[0-9A-HJKMNP-TV-Z]{10}$'),
        email_hashes text[] NOT NULL DEFAULT '{}',
        registered_at timestamptz,
        verified_at timestamptz,
        sign_up_owner text,
        referrer_id text CHECK (referrer_id <> account_id),
        attributed_by text CHECK (attributed_by IN ('sign-up', 'checkout')),
        attributed_at timestamptz,
        attributed_from bigint,
        erased_at timestamptz,
        CHECK (num_nulls(referrer_id, attributed_by, attributed_at, attributed_from) IN (0, 4)),
        CHECK (erased_at IS NULL OR (code IS NULL AND email_hashes = '{}'))
      )`);
    await runner.query(
      'CREATE INDEX accounts_sign_up_owner ON accounts (sign_up_owner) WHERE sign_up_owner IS NOT NULL',
    );
    await runner.query('CREATE INDEX accounts_referrer ON accounts (referrer_id) WHERE referrer_id IS NOT NULL');
    await runner.query(`
      CREATE TABLE payments (
        payment_id text PRIMARY KEY,
        account_id text NOT NULL REFERENCES accounts (account_id),
        place bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
        state text NOT NULL CHECK (state IN ('pending', 'completed', 'failed')),
        amount_cents bigint NOT NULL CHECK (amount_cents >= 0),
        code_owner text,
        seen_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX payments_account ON payments (account_id, place)');
    await runner.query('CREATE INDEX payments_code_owner ON payments (code_owner) WHERE code_owner IS NOT NULL');
    // No foreign key to payments, because a change is stored even when its payment is not known.
    await runner.query(`
      CREATE TABLE payment_changes (
        payment_id text NOT NULL,
        place bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
        kind text NOT NULL CHECK (kind IN ('refund', 'dispute-open', 'dispute-won', 'dispute-lost')),
        reference text NOT NULL,
        refunded_total_cents bigint NOT NULL CHECK (refunded_total_cents >= 0),
        PRIMARY KEY (payment_id, kind, reference)
      )`);
    await runner.query(`
      CREATE TABLE commissions (
        id uuid PRIMARY KEY,
        payment_id text NOT NULL CONSTRAINT commissions_once_per_payment UNIQUE REFERENCES payments (payment_id),
        referrer_id text NOT NULL,
        referred_id text NOT NULL REFERENCES accounts (account_id) CHECK (referred_id <> referrer_id),
        paid_cents bigint NOT NULL CHECK (paid_cents > 0),
        rate_bps int NOT NULL CHECK (rate_bps BETWEEN 1 AND 10000),
        amount_cents bigint NOT NULL CHECK (amount_cents = paid_cents * rate_bps / 10000 AND amount_cents > 0),
        status text NOT NULL CHECK (status IN ('pending', 'approved', 'completed', 'failed', 'reversed')),
        owed_cents bigint NOT NULL CHECK (owed_cents BETWEEN 0 AND amount_cents),
        credited_cents bigint NOT NULL CHECK (credited_cents >= 0),
        reversed_cents bigint NOT NULL CHECK (reversed_cents BETWEEN 0 AND credited_cents),
        created_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX commissions_of_referrer ON commissions (referrer_id, created_at, id)');
    await runner.query(`
      CREATE TABLE commission_entries (
        id uuid PRIMARY KEY,
        commission_id uuid NOT NULL REFERENCES commissions (id),
        number int NOT NULL CHECK (number > 0),
        kind text NOT NULL CHECK (kind IN ('credit', 'reversal')),
        cause text NOT NULL,
        amount_cents bigint NOT NULL CHECK (amount_cents > 0),
        state text NOT NULL CHECK (state IN ('waiting', 'announced', 'posted', 'refused')),
        CONSTRAINT commission_entries_once_per_cause UNIQUE (commission_id, cause),
        UNIQUE (commission_id, number)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE commission_entries, commissions, payment_changes, payments, accounts');
  }
}
