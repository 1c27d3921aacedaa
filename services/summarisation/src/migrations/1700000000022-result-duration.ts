import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Duration of a result's video. Older results, and those of copies of the previous release, have 0 for unknown. */
export class ResultDuration1700000000022 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE results ADD COLUMN duration_seconds integer NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE results DROP COLUMN duration_seconds');
  }
}
