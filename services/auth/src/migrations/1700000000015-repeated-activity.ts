import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An activity entry summarises repeated events: `times` times, first at `first_at` (null: once). Also stores for an hour when an account requested an
 * export.
 */
export class RepeatedActivity1700000000015 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE activity
        ADD COLUMN times integer NOT NULL DEFAULT 1,
        ADD COLUMN first_at timestamptz;

      CREATE TABLE account_exports (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
        at timestamptz NOT NULL
      );
      CREATE INDEX account_exports_by_user ON account_exports (user_id, at);
      CREATE INDEX account_exports_by_age ON account_exports (at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE account_exports;
      ALTER TABLE activity DROP COLUMN times, DROP COLUMN first_at;
    `);
  }
}
