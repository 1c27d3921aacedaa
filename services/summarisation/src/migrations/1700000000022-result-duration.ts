import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How long the video of a result is. Results from before say 0, unknown, and so do those of copies that are about to be replaced. */
export class ResultDuration1700000000022 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE results ADD COLUMN duration_seconds integer NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE results DROP COLUMN duration_seconds');
  }
}
