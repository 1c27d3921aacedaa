import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Endpoints of accounts, their deliveries and attempts (HOOK-1, HOOK-5, HOOK-13). Secrets are encrypted; the row names the key version.
 */
export class OutgoingWebhooks1700000000006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE webhook_endpoints (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL,
        url text NOT NULL,
        event_types text[] NOT NULL,
        disabled_reason text CHECK (disabled_reason IN ('owner', 'gone', 'failing')),
        ciphertext bytea NOT NULL,
        wrapped_key bytea NOT NULL,
        key_version int NOT NULL,
        old_ciphertext bytea,
        old_wrapped_key bytea,
        old_key_version int,
        old_secret_until timestamptz,
        failing_since timestamptz,
        served_at timestamptz,
        created_at timestamptz NOT NULL,
        CHECK ((old_secret_until IS NULL) = (old_ciphertext IS NULL)),
        CHECK ((old_secret_until IS NULL) = (old_wrapped_key IS NULL)),
        CHECK ((old_secret_until IS NULL) = (old_key_version IS NULL))
      );
      CREATE INDEX webhook_endpoints_by_account ON webhook_endpoints (account_id, created_at);

      CREATE TABLE webhook_deliveries (
        id uuid PRIMARY KEY,
        endpoint_id uuid NOT NULL REFERENCES webhook_endpoints ON DELETE CASCADE,
        event_id uuid NOT NULL,
        event_type text NOT NULL,
        body text NOT NULL,
        state text NOT NULL CHECK (state IN ('queued', 'delivered', 'failed')),
        cause text,
        tries int NOT NULL DEFAULT 0,
        fence int NOT NULL DEFAULT 0,
        next_try_at timestamptz,
        lease_until timestamptz,
        created_at timestamptz NOT NULL,
        queued_at timestamptz NOT NULL,
        decided_at timestamptz,
        correlation_id text NOT NULL,
        traceparent text,
        UNIQUE (endpoint_id, event_id),
        CHECK ((state = 'queued') = (next_try_at IS NOT NULL) AND (state = 'queued') = (decided_at IS NULL))
      );
      CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, next_try_at) WHERE state = 'queued';
      CREATE INDEX webhook_deliveries_of_endpoint ON webhook_deliveries (endpoint_id, id);
      CREATE INDEX webhook_deliveries_decided ON webhook_deliveries (decided_at) WHERE decided_at IS NOT NULL;

      CREATE TABLE webhook_attempts (
        delivery_id uuid NOT NULL REFERENCES webhook_deliveries ON DELETE CASCADE,
        number int NOT NULL,
        at timestamptz NOT NULL,
        duration_ms int NOT NULL,
        status int,
        error text,
        PRIMARY KEY (delivery_id, number)
      );

      CREATE TABLE webhook_budgets (
        account_id uuid NOT NULL,
        day date NOT NULL,
        orders int NOT NULL DEFAULT 0,
        attempts int NOT NULL DEFAULT 0,
        PRIMARY KEY (account_id, day)
      );
      CREATE INDEX webhook_budgets_by_day ON webhook_budgets (day);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE webhook_budgets, webhook_attempts, webhook_deliveries, webhook_endpoints');
  }
}
