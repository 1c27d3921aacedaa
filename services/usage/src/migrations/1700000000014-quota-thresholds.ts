import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Records which thresholds of an account's month were announced, so that each is announced once. */
export class QuotaThresholds1700000000014 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE quota_thresholds (
        account_id uuid NOT NULL REFERENCES quota_accounts,
        month char(7) NOT NULL,
        percent smallint NOT NULL CHECK (percent IN (80, 100)),
        PRIMARY KEY (account_id, month, percent)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE quota_thresholds');
  }
}
