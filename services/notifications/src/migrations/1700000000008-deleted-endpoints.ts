import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A deleted endpoint stays until its deliveries are removed in steps (HOOK-14). It has no account, and every query filters by account, so copies of
 * the previous release do not see it either.
 */
export class DeletedEndpoints1700000000008 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE webhook_endpoints
        ADD COLUMN deleted_at timestamptz,
        ALTER COLUMN account_id DROP NOT NULL,
        ALTER COLUMN ciphertext DROP NOT NULL,
        ALTER COLUMN wrapped_key DROP NOT NULL,
        ALTER COLUMN key_version DROP NOT NULL,
        ADD CHECK (CASE WHEN deleted_at IS NULL THEN num_nulls(account_id, ciphertext, wrapped_key, key_version) = 0
          ELSE num_nonnulls(account_id, ciphertext, wrapped_key, key_version, old_secret_until) = 0 AND url = '' END);
      CREATE INDEX webhook_endpoints_deleted ON webhook_endpoints (id) WHERE deleted_at IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM webhook_endpoints WHERE deleted_at IS NOT NULL;
      ALTER TABLE webhook_endpoints
        DROP COLUMN deleted_at,
        ALTER COLUMN account_id SET NOT NULL,
        ALTER COLUMN ciphertext SET NOT NULL,
        ALTER COLUMN wrapped_key SET NOT NULL,
        ALTER COLUMN key_version SET NOT NULL;
    `);
  }
}
