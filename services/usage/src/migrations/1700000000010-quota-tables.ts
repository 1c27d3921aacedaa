import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts' timetables, month counters, metered calls and the leases of the gateways that hold reservations. */
export class QuotaTables1700000000010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE quota_accounts (
        account_id uuid PRIMARY KEY,
        timetable_version int NOT NULL DEFAULT 0,
        timetable jsonb
      )`);
    await runner.query(`
      CREATE TABLE quota_months (
        account_id uuid NOT NULL REFERENCES quota_accounts,
        month char(7) NOT NULL,
        used int NOT NULL CHECK (used >= 0),
        reserved int NOT NULL CHECK (reserved >= 0),
        PRIMARY KEY (account_id, month)
      )`);
    await runner.query(`
      CREATE TABLE metered_calls (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        call_id uuid NOT NULL UNIQUE,
        account_id uuid NOT NULL REFERENCES quota_accounts,
        month char(7) NOT NULL,
        attempt int NOT NULL,
        state text NOT NULL CHECK (state IN ('reserved', 'charged', 'released', 'refunded')),
        mode text NOT NULL CHECK (mode IN ('sync', 'job')),
        holder text,
        idem_hash char(64),
        body_hash char(64),
        result_ref text,
        refund_reason text,
        client text NOT NULL,
        endpoint text NOT NULL,
        reserved_at timestamptz NOT NULL,
        UNIQUE (account_id, idem_hash)
      )`);
    await runner.query(`CREATE INDEX metered_calls_reserved ON metered_calls (account_id) WHERE state = 'reserved'`);
    await runner.query(
      `CREATE INDEX metered_calls_activity ON metered_calls (account_id, month, reserved_at) WHERE state = 'charged'`,
    );
    await runner.query(`CREATE TABLE holders (holder text PRIMARY KEY, lease_until timestamptz NOT NULL)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE holders, metered_calls, quota_months, quota_accounts');
  }
}
