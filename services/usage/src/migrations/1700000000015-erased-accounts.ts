import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Erased accounts. A periodic job removes personal data from their calls, and then sets `cleared_at`. */
export class ErasedAccounts1700000000015 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE TABLE erased_accounts (account_id uuid PRIMARY KEY, erased_at timestamptz NOT NULL, cleared_at timestamptz)',
    );
    await runner.query('CREATE INDEX erased_accounts_waiting ON erased_accounts (account_id) WHERE cleared_at IS NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE erased_accounts');
  }
}
