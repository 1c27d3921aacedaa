import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The lines of an account's month, its head beside the counters, and when the month was closed. Past months have no lines and are marked
 * as closed, so that they are not announced: their rows get the present time as a default, without being rewritten. A call's line is
 * unique by the row number of the call, because a call id may repeat over the years.
 */
export class StatementLines1700000000020 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE statement_lines (
        month char(7) NOT NULL,
        account_id uuid NOT NULL,
        seq int NOT NULL CHECK (seq > 0),
        at timestamptz NOT NULL,
        call_id uuid,
        units int NOT NULL,
        kind text NOT NULL CHECK (kind IN ('charge', 'refund', 'carried')),
        hash bytea NOT NULL CHECK (length(hash) = 32),
        call_row bigint,
        attempt int,
        PRIMARY KEY (month, account_id, seq),
        CONSTRAINT statement_lines_one_per_unit UNIQUE (call_row, attempt, kind),
        CHECK ((kind = 'carried') = (call_id IS NULL) AND num_nulls(call_id, call_row, attempt) IN (0, 3))
      )`);
    await runner.query(
      `CREATE INDEX statement_lines_carried ON statement_lines (month, account_id) WHERE kind = 'carried'`,
    );
    await runner.query(`
      ALTER TABLE quota_months
        ADD COLUMN line_count int NOT NULL DEFAULT 0,
        ADD COLUMN line_units int NOT NULL DEFAULT 0,
        ADD COLUMN head bytea,
        ADD COLUMN closed_at timestamptz DEFAULT now(),
        ADD COLUMN closed_count int,
        ADD COLUMN closed_head bytea`);
    await runner.query('ALTER TABLE quota_months ALTER COLUMN closed_at DROP DEFAULT');
    await runner.query(
      `UPDATE quota_months SET closed_at = NULL WHERE month >= to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE statement_lines');
    await runner.query(
      `ALTER TABLE quota_months DROP COLUMN line_count, DROP COLUMN line_units, DROP COLUMN head, DROP COLUMN closed_at,
         DROP COLUMN closed_count, DROP COLUMN closed_head`,
    );
  }
}
