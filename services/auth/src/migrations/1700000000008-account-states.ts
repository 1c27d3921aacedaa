import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the log of operators, which outlives the account, and a trigger that lists the sessions and keys of a suspended or closed account as revoked,
 * without revoking them, so that gateways ask for them again. As with revocations, no writer can omit it: neither an older copy during a rollout nor
 * an operator's own statement.
 */
export class AccountStates1700000000008 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE operator_actions (
        id uuid PRIMARY KEY,
        at timestamptz NOT NULL,
        account_id uuid,
        kind text NOT NULL,
        operator text NOT NULL,
        reason text NOT NULL
      );
      CREATE INDEX operator_actions_by_account ON operator_actions (account_id, at) WHERE account_id IS NOT NULL;
      CREATE INDEX operator_actions_by_age ON operator_actions (at);

      ALTER TABLE users ADD COLUMN refused_at timestamptz;
      CREATE INDEX users_refused ON users (refused_at) WHERE refused_at IS NOT NULL;
      CREATE FUNCTION note_refusal() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN
        UPDATE sessions SET revoked_in = pg_current_xact_id() WHERE user_id = NEW.id AND revoked_at IS NULL;
        UPDATE api_keys SET revoked_in = pg_current_xact_id() WHERE user_id = NEW.id AND revoked_at IS NULL;
        NEW.refused_at := clock_timestamp();
        RETURN NEW;
      END $$;
      CREATE TRIGGER note_refusal BEFORE UPDATE OF suspended_at, erased_at ON users FOR EACH ROW
        WHEN ((OLD.suspended_at IS NULL AND NEW.suspended_at IS NOT NULL) OR (OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL))
        EXECUTE FUNCTION note_refusal();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER note_refusal ON users;
      DROP FUNCTION note_refusal();
      ALTER TABLE users DROP COLUMN refused_at;
      DROP TABLE operator_actions;
    `);
  }
}
