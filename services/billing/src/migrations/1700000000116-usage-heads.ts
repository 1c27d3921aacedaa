import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The head of each closed month of an account, and when billing received it. Later receipts show the latest head. */
export class UsageHeads1700000000116 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE usage_heads (
        account_id text NOT NULL,
        month char(7) NOT NULL,
        used int NOT NULL,
        lines int NOT NULL,
        head char(64) NOT NULL,
        account text NOT NULL,
        known_since timestamptz NOT NULL,
        PRIMARY KEY (account_id, month)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE usage_heads');
  }
}
