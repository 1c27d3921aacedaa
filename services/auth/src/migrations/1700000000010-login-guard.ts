import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds recent wrong passwords, by a keyed hash of the address, and each account's known devices, by the hash of their token. `spent_until_ms`: unix
 * ms at which the whole burst is free again.
 */
export class LoginGuard1700000000010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE password_guesses (
        id bytea PRIMARY KEY,
        spent_until_ms bigint NOT NULL
      );
      CREATE INDEX password_guesses_by_end ON password_guesses (spent_until_ms);

      CREATE TABLE known_devices (
        token_hash bytea PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        created_at timestamptz NOT NULL,
        last_used_at timestamptz NOT NULL
      );
      CREATE INDEX known_devices_by_user ON known_devices (user_id, last_used_at);
      CREATE INDEX known_devices_by_use ON known_devices (last_used_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE known_devices, password_guesses');
  }
}
