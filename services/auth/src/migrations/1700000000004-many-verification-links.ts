import type { MigrationInterface, QueryRunner } from 'typeorm';

/** All verification links of an unverified address are valid, each with the name and password typed for it. */
export class ManyVerificationLinks1700000000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX mail_requests_newest_only;
      ALTER TABLE mail_requests ADD COLUMN name text, ADD COLUMN password_hash text;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE mail_requests m SET superseded_at = now() WHERE used_at IS NULL AND superseded_at IS NULL
        AND EXISTS (SELECT 1 FROM mail_requests n WHERE n.user_id = m.user_id AND n.kind = m.kind AND (n.created_at, n.id) > (m.created_at, m.id));
      ALTER TABLE mail_requests DROP COLUMN name, DROP COLUMN password_hash;
      CREATE UNIQUE INDEX mail_requests_newest_only ON mail_requests (user_id, kind) WHERE used_at IS NULL AND superseded_at IS NULL;
    `);
  }
}
