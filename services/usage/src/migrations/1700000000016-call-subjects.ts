import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Stores the subject of a charged call's summary, for its owner's list, and when the owner deleted it there. Older calls have none, nor do those of
 * gateways of the previous release.
 */
export class CallSubjects1700000000016 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE metered_calls ADD COLUMN video_id text, ADD COLUMN title text, ADD COLUMN summary_type text,
         ADD COLUMN duration_seconds int, ADD COLUMN hidden_at timestamptz`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE metered_calls DROP COLUMN video_id, DROP COLUMN title, DROP COLUMN summary_type,
         DROP COLUMN duration_seconds, DROP COLUMN hidden_at`,
    );
  }
}
