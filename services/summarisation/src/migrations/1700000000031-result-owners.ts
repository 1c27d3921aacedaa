import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whose a result is that was made of a supplied transcript (SUM-24). Apart from results, which are shared and name nobody (DATA-5). Results of
 * copies of the release before have no row here; they go by their hiding or with their 30 days.
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
