import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whether Google is authoritative for the address of an identity: only then it outlives a reset. Of one that was linked before only Google's own
 * mailboxes are known to be so; one of a Workspace domain is again at its next sign-in, as is one that an older copy links during a rollout.
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
