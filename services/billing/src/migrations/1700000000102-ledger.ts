import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The double-entry ledger (PAY-20). The database itself enforces its rules: triggers write balances and sequences, a transfer must balance at commit,
 * posted rows never change, and only a reversal takes a wallet below zero.
 */
export class Ledger1700000000102 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(POST_ENTRY);
    await runner.query(BALANCED);
    await runner.query(IMMUTABLE);
    // The accounts that all transfers touch have the lowest ids, so that they are locked before any wallet.
    await runner.query(`
      INSERT INTO ledger_accounts (name, normal_side, may_be_negative) VALUES
        ('psp:stripe', 1, true), ('psp:crypto', 1, true), ('revenue:subscription', -1, true),
        ('expense:referral', 1, true), ('expense:dispute', 1, true)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP TABLE erased_accounts, refused_commissions, ledger_entries, ledger_transfers, ledger_accounts',
    );
    await runner.query('DROP FUNCTION ledger_post_entry, ledger_transfer_balances, ledger_is_immutable');
  }
}

/**
 * `overdrawn_cents`: how far below zero reversals have taken the account. A reversal raises it, and every entry that raises the balance lowers it
 * again, so that later entries cannot use the room of the reversal.
 */
const TABLES = `
  CREATE TABLE ledger_accounts (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL CONSTRAINT ledger_accounts_once UNIQUE,
    -- 1: debits raise the balance, -1: credits do.
    normal_side smallint NOT NULL CHECK (normal_side IN (1, -1)),
    may_be_negative boolean NOT NULL,
    balance_cents bigint NOT NULL DEFAULT 0,
    overdrawn_cents bigint NOT NULL DEFAULT 0 CHECK (overdrawn_cents >= 0),
    sequence bigint NOT NULL DEFAULT 0,
    CONSTRAINT wallets_hold_what_they_owe CHECK (name NOT LIKE 'wallet/%' OR (normal_side = -1 AND NOT may_be_negative)),
    CONSTRAINT balance_not_negative CHECK (may_be_negative OR balance_cents >= -overdrawn_cents)
  );
  CREATE TABLE ledger_transfers (
    id uuid PRIMARY KEY,
    key text NOT NULL CONSTRAINT ledger_transfers_once_per_key UNIQUE,
    request_hash bytea NOT NULL,
    kind text NOT NULL,
    reference text NOT NULL,
    -- Said beforehand, so that nobody adds lines to a transfer that is posted.
    lines smallint NOT NULL CHECK (lines >= 2),
    posted_at timestamptz NOT NULL
  );
  CREATE INDEX ledger_transfers_of ON ledger_transfers (reference);
  CREATE TABLE ledger_entries (
    transfer_id uuid NOT NULL REFERENCES ledger_transfers (id),
    line smallint NOT NULL,
    account_id bigint NOT NULL REFERENCES ledger_accounts (id),
    -- Positive is a debit.
    amount_cents bigint NOT NULL CHECK (amount_cents <> 0),
    sequence bigint NOT NULL,
    balance_cents bigint NOT NULL,
    PRIMARY KEY (transfer_id, line),
    CONSTRAINT ledger_entries_in_order UNIQUE (account_id, sequence)
  );
  -- Credits that never will be: their reversals have nothing to take back.
  CREATE TABLE refused_commissions (
    commission_id text PRIMARY KEY,
    reason text NOT NULL,
    refused_at timestamptz NOT NULL
  );
  -- Accounts that auth has erased: nothing is credited to them any more.
  CREATE TABLE erased_accounts (
    account_id text PRIMARY KEY,
    erased_at timestamptz NOT NULL
  );`;

/** The update takes the account's row lock: entries of one account are posted one after the other. */
const POST_ENTRY = `
  CREATE FUNCTION ledger_post_entry() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE is_reversal boolean;
  BEGIN
    SELECT kind = 'commission-reversed' INTO is_reversal FROM ledger_transfers WHERE id = NEW.transfer_id;
    UPDATE ledger_accounts SET
      balance_cents = balance_cents + normal_side * NEW.amount_cents,
      overdrawn_cents = least(
        greatest(0, -(balance_cents + normal_side * NEW.amount_cents)),
        CASE WHEN is_reversal THEN NULL ELSE overdrawn_cents END
      ),
      sequence = sequence + 1
    WHERE id = NEW.account_id
    RETURNING balance_cents, sequence INTO NEW.balance_cents, NEW.sequence;
    RETURN NEW;
  END $$;
  CREATE TRIGGER ledger_entries_posted BEFORE INSERT ON ledger_entries FOR EACH ROW EXECUTE FUNCTION ledger_post_entry();`;

/** Checked at commit, because the lines of a transfer are inserted one by one. */
const BALANCED = `
  CREATE FUNCTION ledger_transfer_balances() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    wanted uuid := CASE TG_TABLE_NAME WHEN 'ledger_entries' THEN to_jsonb(NEW) ->> 'transfer_id' ELSE to_jsonb(NEW) ->> 'id' END;
  BEGIN
    IF NOT EXISTS (
      SELECT FROM ledger_transfers t JOIN ledger_entries e ON e.transfer_id = t.id
      WHERE t.id = wanted GROUP BY t.id HAVING count(*) = t.lines AND sum(e.amount_cents) = 0
    ) THEN
      RAISE EXCEPTION 'transfer % does not balance', wanted USING ERRCODE = 'check_violation', CONSTRAINT = 'transfers_sum_to_zero';
    END IF;
    RETURN NULL;
  END $$;
  CREATE CONSTRAINT TRIGGER ledger_transfers_balance AFTER INSERT ON ledger_transfers
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_transfer_balances();
  CREATE CONSTRAINT TRIGGER ledger_entries_balance AFTER INSERT ON ledger_entries
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_transfer_balances();`;

/** Accounts change only by their entries: the trigger of an entry updates the account. */
const IMMUTABLE = `
  CREATE FUNCTION ledger_is_immutable() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_TABLE_NAME = 'ledger_accounts' AND TG_OP = 'UPDATE' AND pg_trigger_depth() > 1 THEN
      RETURN NULL;
    END IF;
    RAISE EXCEPTION '% of % is refused: what was posted stays', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END $$;
  CREATE TRIGGER ledger_accounts_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_accounts
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_immutable();
  CREATE TRIGGER ledger_transfers_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transfers
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_immutable();
  CREATE TRIGGER ledger_entries_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_immutable();`;
