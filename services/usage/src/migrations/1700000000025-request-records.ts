import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Records of requests. The table is new, so building its indexes delays nobody: one finds a request, one finds the oldest. */
export class RequestRecords1700000000025 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE request_records (
        record_id uuid PRIMARY KEY,
        account_id uuid NOT NULL,
        request_id text NOT NULL,
        at timestamptz NOT NULL,
        method text NOT NULL,
        endpoint text NOT NULL,
        status int NOT NULL,
        code text NOT NULL,
        client text NOT NULL,
        latency_ms int NOT NULL,
        call_id uuid,
        engine text NOT NULL,
        cached boolean NOT NULL,
        replayed boolean NOT NULL
      )`);
    await runner.query('CREATE INDEX request_records_of_account ON request_records (account_id, request_id, at)');
    await runner.query('CREATE INDEX request_records_oldest ON request_records (at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE request_records');
  }
}
