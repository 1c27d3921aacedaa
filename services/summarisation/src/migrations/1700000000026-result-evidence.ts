import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What each sentence of a result rests on (SUM-11). Apart from results: a reading of one does not need it, and it goes with it. */
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
