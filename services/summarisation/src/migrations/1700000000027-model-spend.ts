import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Cost of models by UTC day, in millionths of a cent: the daily limit applies to all copies together. */
export class ModelSpend1700000000027 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE model_spend (day date PRIMARY KEY, micro_cents bigint NOT NULL)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE model_spend');
  }
}
