import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What models have cost by UTC day, in millionths of a cent: the limit per day holds for all copies together. */
export class ModelSpend1700000000027 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE model_spend (day date PRIMARY KEY, micro_cents bigint NOT NULL)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE model_spend');
  }
}
