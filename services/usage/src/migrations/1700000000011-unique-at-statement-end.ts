import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A batch is written by one statement, in which one row may take the call id or key that another row gives up. A non-deferrable constraint checks
 * uniqueness row by row, so such a batch could fail depending on the order in which Postgres writes. DEFERRABLE INITIALLY IMMEDIATE checks it at the
 * end of the statement.
 */
export class UniqueAtStatementEnd1700000000011 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE metered_calls
        DROP CONSTRAINT metered_calls_call_id_key,
        DROP CONSTRAINT metered_calls_account_id_idem_hash_key,
        ADD CONSTRAINT metered_calls_one_per_call_id UNIQUE (call_id) DEFERRABLE INITIALLY IMMEDIATE,
        ADD CONSTRAINT metered_calls_one_per_key UNIQUE (account_id, idem_hash) DEFERRABLE INITIALLY IMMEDIATE`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE metered_calls
        DROP CONSTRAINT metered_calls_one_per_call_id,
        DROP CONSTRAINT metered_calls_one_per_key,
        ADD CONSTRAINT metered_calls_call_id_key UNIQUE (call_id),
        ADD CONSTRAINT metered_calls_account_id_idem_hash_key UNIQUE (account_id, idem_hash)`);
  }
}
