import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds whether Google is authoritative for the address of an identity: only then does it survive a reset. Of earlier identities only Google's own
 * mailboxes are known to be authoritative. One of a Workspace domain, or one that an older copy links during a rollout, is marked at its next
 * sign-in.
 */
export class VouchedIdentities1700000000016 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE google_identities ADD COLUMN vouched boolean NOT NULL DEFAULT false;
      UPDATE google_identities SET vouched = true WHERE split_part(email, '@', 2) IN ('gmail.com', 'googlemail.com');
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE google_identities DROP COLUMN vouched');
  }
}
