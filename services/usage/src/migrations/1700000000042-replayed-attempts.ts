import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Stores which attempt of a call was answered again for its Idempotency-Key, because such an attempt keeps its charge (QUOTA-11). Null for older
 * calls and for those that copies of the previous release answer again.
 */
export class ReplayedAttempts1700000000042 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE metered_calls ADD COLUMN replayed_attempt int');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE metered_calls DROP COLUMN replayed_attempt');
  }
}
