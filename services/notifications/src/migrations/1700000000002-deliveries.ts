import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Deliveries1700000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE deliveries (
        event_id uuid PRIMARY KEY,
        mail_request_id uuid NOT NULL,
        kind text NOT NULL,
        state text NOT NULL CHECK (state IN ('sent', 'superseded', 'refused')),
        decided_at timestamptz NOT NULL
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE deliveries');
  }
}
