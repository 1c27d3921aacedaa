import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds Google identities, and pending Google sign-ins. */
export class Google1700000000009 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE google_identities (
        issuer text NOT NULL,
        sub text NOT NULL,
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        created_at timestamptz NOT NULL,
        PRIMARY KEY (issuer, sub)
      );
      CREATE INDEX google_identities_by_user ON google_identities (user_id);

      CREATE TABLE oauth_transactions (
        id uuid PRIMARY KEY,
        secret_hash bytea NOT NULL UNIQUE,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        used_at timestamptz,
        session_id uuid
      );
      CREATE INDEX oauth_transactions_by_end ON oauth_transactions (expires_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE oauth_transactions, google_identities');
  }
}
