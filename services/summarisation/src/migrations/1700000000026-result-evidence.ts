import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The evidence of each sentence of a result (SUM-11). In a separate table, because reading a result does not need it; it is deleted with the result.
 */
export class ResultEvidence1700000000026 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE result_evidence (
        result_ref uuid PRIMARY KEY REFERENCES results ON DELETE CASCADE,
        evidence jsonb NOT NULL
      )`);
    await runner.query(
      'CREATE TRIGGER result_evidence_immutable BEFORE UPDATE ON result_evidence FOR EACH ROW EXECUTE FUNCTION results_immutable()',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE result_evidence');
  }
}
