import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ExtendingPayments1700000000109 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Whether the order asked to extend, which identifies a second click. The previous release does not set it.
    await runner.query('ALTER TABLE payments ADD COLUMN extend boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE payments DROP COLUMN extend');
  }
}
