import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ExtendingPayments1700000000109 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Whether the order asked to extend: by it a second click is known. A copy of the release before knows none.
    await runner.query('ALTER TABLE payments ADD COLUMN extend boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE payments DROP COLUMN extend');
  }
}
