import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Chapters, warnings, gaps and counts of a result. Older results, and those of copies of the previous release, have none. */
export class ResultExtras1700000000024 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query("ALTER TABLE results ADD COLUMN extras jsonb NOT NULL DEFAULT '{}'");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE results DROP COLUMN extras');
  }
}
