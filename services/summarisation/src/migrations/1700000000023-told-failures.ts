import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Recently announced failures: a failing call is free, and must not create an event each time. */
export class ToldFailures1700000000023 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE told_failures (
        video_id text NOT NULL,
        code text NOT NULL,
        expires_at timestamptz NOT NULL,
        PRIMARY KEY (video_id, code)
      )`);
    await runner.query('CREATE INDEX told_failures_expires_at ON told_failures (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE told_failures');
  }
}
