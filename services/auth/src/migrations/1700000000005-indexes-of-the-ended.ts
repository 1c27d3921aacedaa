import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes with which the clean-up finds ended rows without reading live ones. */
export class IndexesOfTheEnded1700000000005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX sessions_by_end ON sessions (expires_at);
      CREATE INDEX mail_requests_by_end ON mail_requests (expires_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX sessions_by_end, mail_requests_by_end');
  }
}
