import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The owner of a result that was made from a supplied transcript (SUM-24). A table of its own, because results are shared and name nobody
 * (DATA-5). Results that copies of the previous release store have no row here; they are deleted when they are hidden or after their 30
 * days.
 */
export class ResultOwners1700000000031 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE result_owners (
        result_ref uuid PRIMARY KEY REFERENCES results ON DELETE CASCADE,
        account_id uuid NOT NULL
      )`);
    await runner.query('CREATE INDEX result_owners_account ON result_owners (account_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE result_owners');
  }
}
