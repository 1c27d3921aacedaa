import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Each revocation carries the id of its transaction, so that "revoked since the last look" needs no clock. A trigger writes it, so that no writer can
 * omit it: neither an older copy during a rollout nor an operator's own statement.
 */
export class RevocationCursor1700000000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION note_revocation() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN NEW.revoked_in := pg_current_xact_id(); RETURN NEW; END $$;

      ALTER TABLE sessions ADD COLUMN revoked_in xid8;
      ALTER TABLE api_keys ADD COLUMN revoked_in xid8;
      CREATE INDEX sessions_revoked_in ON sessions (revoked_in) WHERE revoked_in IS NOT NULL;
      CREATE INDEX api_keys_revoked_in ON api_keys (revoked_in) WHERE revoked_in IS NOT NULL;
      CREATE TRIGGER note_revocation BEFORE UPDATE OF revoked_at ON sessions FOR EACH ROW
        WHEN (NEW.revoked_at IS DISTINCT FROM OLD.revoked_at) EXECUTE FUNCTION note_revocation();
      CREATE TRIGGER note_revocation BEFORE UPDATE OF revoked_at ON api_keys FOR EACH ROW
        WHEN (NEW.revoked_at IS DISTINCT FROM OLD.revoked_at) EXECUTE FUNCTION note_revocation();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER note_revocation ON sessions;
      DROP TRIGGER note_revocation ON api_keys;
      ALTER TABLE sessions DROP COLUMN revoked_in;
      ALTER TABLE api_keys DROP COLUMN revoked_in;
      DROP FUNCTION note_revocation();
    `);
  }
}
