import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts whose preferences must not be stored again: a keyed hash of each erased account's id, which identifies nobody (MAIL-16). */
export class ErasedAccounts1700000000005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE erased_accounts (
        id_hash bytea PRIMARY KEY,
        erased_at timestamptz NOT NULL
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE erased_accounts');
  }
}
