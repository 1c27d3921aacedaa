import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the facts of a Google identity that its owner sees, and the sign-ins that wait for the account's password. An earlier identity gets the
 * address of its account, unless that was changed since: it was linked because both were the same. One that an older copy links during a rollout has
 * none until its next sign-in.
 */
export class LinkedIdentities1700000000011 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE google_identities
        ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid(),
        ADD COLUMN email text NOT NULL DEFAULT '',
        ADD COLUMN last_used_at timestamptz,
        ADD CONSTRAINT google_identities_id UNIQUE (id);
      UPDATE google_identities g SET email = u.email_normalised FROM users u WHERE u.id = g.user_id AND NOT EXISTS (
        SELECT FROM activity a WHERE a.user_id = g.user_id AND a.kind = 'email-changed' AND a.at >= g.created_at
      );

      ALTER TABLE oauth_transactions
        ADD COLUMN link_user_id uuid REFERENCES users ON DELETE CASCADE,
        ADD COLUMN link_issuer text,
        ADD COLUMN link_sub text,
        ADD COLUMN link_email_hash bytea,
        ADD COLUMN link_until timestamptz;
      CREATE INDEX oauth_transactions_by_link ON oauth_transactions (link_user_id) WHERE link_user_id IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX oauth_transactions_by_link;
      ALTER TABLE oauth_transactions
        DROP COLUMN link_user_id, DROP COLUMN link_issuer, DROP COLUMN link_sub, DROP COLUMN link_email_hash, DROP COLUMN link_until;
      ALTER TABLE google_identities DROP COLUMN id, DROP COLUMN email, DROP COLUMN last_used_at;
    `);
  }
}
