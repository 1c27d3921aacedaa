import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which payment an Idempotency-Key of create-session is for. */
export class OrderKeys1700000000130 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE order_keys (
        account_id text NOT NULL,
        key_hash char(64) NOT NULL,
        order_hash char(64) NOT NULL,
        payment_id uuid NOT NULL,
        begun_at timestamptz NOT NULL,
        answered_at timestamptz,
        PRIMARY KEY (account_id, key_hash)
      )`);
    await runner.query('CREATE INDEX order_keys_oldest ON order_keys (begun_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE order_keys');
  }
}
