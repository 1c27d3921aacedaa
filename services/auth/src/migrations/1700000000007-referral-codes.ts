import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the referral code of an account's first registration, and whether another registration typed another code. */
export class ReferralCodes1700000000007 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users
        ADD COLUMN referral_code text NOT NULL DEFAULT '',
        ADD COLUMN referral_contested boolean NOT NULL DEFAULT false
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users DROP COLUMN referral_code, DROP COLUMN referral_contested');
  }
}
