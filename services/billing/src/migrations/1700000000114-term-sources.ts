import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which payments the value of each term came from (PAY-33). Terms without a row here were sold before, or by a copy of the release before: theirs
 * are derived when their account changes next (sold-before.rule.ts).
 */
export class TermSources1700000000114 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE term_sources (
        term_id uuid NOT NULL REFERENCES terms (id),
        payment_id uuid NOT NULL,
        cents bigint NOT NULL CHECK (cents >= 0),
        taken_cents bigint NOT NULL CHECK (taken_cents >= 0),
        taken_seconds int NOT NULL CHECK (taken_seconds >= 0),
        PRIMARY KEY (term_id, payment_id)
      )`);
    await runner.query('CREATE INDEX term_sources_of_payment ON term_sources (payment_id)');
    // Since when a running term is worth what it is worth: null is since its start. A copy of the release before counts from the start, which is less.
    await runner.query('ALTER TABLE terms ADD COLUMN valued_from timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE terms DROP COLUMN valued_from');
    await runner.query('DROP TABLE term_sources');
  }
}
