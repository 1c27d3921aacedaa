import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AuthTables1700000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE users (
        id uuid PRIMARY KEY,
        name text NOT NULL,
        email text NOT NULL,
        email_normalised text NOT NULL CONSTRAINT users_email_unique UNIQUE,
        email_verified_at timestamptz,
        password_hash text,
        created_at timestamptz NOT NULL
      );

      CREATE TABLE mail_requests (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        kind text NOT NULL,
        token_hash bytea NOT NULL UNIQUE,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        used_at timestamptz,
        superseded_at timestamptz
      );
      CREATE UNIQUE INDEX mail_requests_newest_only ON mail_requests (user_id, kind) WHERE used_at IS NULL AND superseded_at IS NULL;
      CREATE INDEX mail_requests_by_user ON mail_requests (user_id, created_at);

      CREATE TABLE sessions (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        revoked_at timestamptz
      );
      CREATE INDEX sessions_by_user ON sessions (user_id, expires_at);
      CREATE INDEX sessions_revoked ON sessions (revoked_at) WHERE revoked_at IS NOT NULL;

      CREATE TABLE signing_keys (
        kid text PRIMARY KEY,
        public_jwk jsonb NOT NULL,
        ciphertext bytea NOT NULL,
        wrapped_key bytea NOT NULL,
        key_version integer NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      );

      CREATE TABLE api_keys (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        lookup_hash bytea NOT NULL UNIQUE,
        ciphertext bytea NOT NULL,
        wrapped_key bytea NOT NULL,
        key_version integer NOT NULL,
        created_at timestamptz NOT NULL,
        valid_until timestamptz,
        revoked_at timestamptz,
        last_used_at timestamptz,
        last_client text NOT NULL DEFAULT ''
      );
      CREATE UNIQUE INDEX api_keys_one_active ON api_keys (user_id) WHERE revoked_at IS NULL AND valid_until IS NULL;
      CREATE INDEX api_keys_by_user ON api_keys (user_id);
      CREATE INDEX api_keys_revoked ON api_keys (revoked_at) WHERE revoked_at IS NOT NULL;
      CREATE INDEX api_keys_ending ON api_keys (valid_until) WHERE valid_until IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE api_keys, signing_keys, sessions, mail_requests, users');
  }
}
