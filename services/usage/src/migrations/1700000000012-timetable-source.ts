import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Stores for each timetable whether it is billing's own answer, and to which question. All timetables stored so far came by events, so they are read
 * once more.
 */
export class TimetableSource1700000000012 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE quota_accounts ADD COLUMN confirmed boolean NOT NULL DEFAULT false, ADD COLUMN read_ticket bigint NOT NULL DEFAULT 0',
    );
    await runner.query('CREATE SEQUENCE timetable_reads');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SEQUENCE timetable_reads');
    await runner.query('ALTER TABLE quota_accounts DROP COLUMN confirmed, DROP COLUMN read_ticket');
  }
}
