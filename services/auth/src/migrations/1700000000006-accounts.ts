import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the states of an account, the facts of its links and sessions, and its activity. */
export class Accounts1700000000006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users
        ADD COLUMN password_contested boolean NOT NULL DEFAULT false,
        ADD COLUMN pending_email text,
        ADD COLUMN suspended_at timestamptz,
        ADD COLUMN erased_at timestamptz;
      CREATE INDEX users_by_erasure ON users (erased_at) WHERE erased_at IS NOT NULL;

      ALTER TABLE mail_requests
        ADD COLUMN address text,
        ADD COLUMN referral_code text NOT NULL DEFAULT '';

      ALTER TABLE sessions
        ADD COLUMN how text NOT NULL DEFAULT 'password',
        ADD COLUMN client text NOT NULL DEFAULT '',
        ADD COLUMN address text NOT NULL DEFAULT '';

      CREATE TABLE activity (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        at timestamptz NOT NULL,
        kind text NOT NULL,
        by text NOT NULL CHECK (by IN ('owner', 'operator')),
        client text NOT NULL,
        address text NOT NULL
      );
      CREATE INDEX activity_by_user ON activity (user_id, at, id);
      CREATE INDEX activity_by_age ON activity (at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE activity;
      ALTER TABLE sessions DROP COLUMN how, DROP COLUMN client, DROP COLUMN address;
      ALTER TABLE mail_requests DROP COLUMN address, DROP COLUMN referral_code;
      ALTER TABLE users DROP COLUMN password_contested, DROP COLUMN pending_email, DROP COLUMN suspended_at, DROP COLUMN erased_at;
    `);
  }
}
