import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Reminders1700000000107 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // The end belongs to the account, not to a term: later terms move, and an extension changes the end.
    await runner.query(`
      CREATE TABLE reminders (
        account_id text NOT NULL REFERENCES subscriptions (account_id),
        ends_at timestamptz NOT NULL,
        -- 0: it has ended.
        days int NOT NULL CHECK (days IN (7, 3, 1, 0)),
        term_id uuid NOT NULL REFERENCES terms (id),
        announced_at timestamptz NOT NULL,
        PRIMARY KEY (account_id, ends_at, days)
      )`);
    // For the search of ends that come near.
    await runner.query('CREATE INDEX terms_by_end ON terms (ends_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX terms_by_end');
    await runner.query('DROP TABLE reminders');
  }
}
