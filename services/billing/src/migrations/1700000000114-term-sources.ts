import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The payments that the value of each term came from (PAY-33). Terms without a row here were sold earlier, or by a copy of the previous release:
 * theirs are derived at the next change of their account (sold-before.rule.ts).
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
    // The moment from which the remaining value pays for the remaining time; null = the term's start. The previous release assumes the start, which
    // gives less.
    await runner.query('ALTER TABLE terms ADD COLUMN valued_from timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE terms DROP COLUMN valued_from');
    await runner.query('DROP TABLE term_sources');
  }
}
