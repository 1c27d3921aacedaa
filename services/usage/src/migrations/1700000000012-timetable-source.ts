import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Of each timetable: whether it is what billing itself answered, and to which question. All that is stored so far was only heard, so it
 * is read once more. And the released calls in the order in which they may be forgotten.
 */
export class TimetableSource1700000000012 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE quota_accounts ADD COLUMN confirmed boolean NOT NULL DEFAULT false, ADD COLUMN read_ticket bigint NOT NULL DEFAULT 0');
    await runner.query('CREATE SEQUENCE timetable_reads');
    await runner.query('CREATE INDEX quota_accounts_unconfirmed ON quota_accounts (account_id) WHERE NOT confirmed');
    await runner.query(`CREATE INDEX metered_calls_failed ON metered_calls (reserved_at) WHERE state = 'released' AND idem_hash IS NULL`);
    await runner.query(`CREATE INDEX metered_calls_failed_keyed ON metered_calls (reserved_at) WHERE state = 'released' AND idem_hash IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX metered_calls_failed, metered_calls_failed_keyed, quota_accounts_unconfirmed');
    await runner.query('DROP SEQUENCE timetable_reads');
    await runner.query('ALTER TABLE quota_accounts DROP COLUMN confirmed, DROP COLUMN read_ticket');
  }
}
