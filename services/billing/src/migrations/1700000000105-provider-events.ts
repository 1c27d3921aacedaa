import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ProviderEvents1700000000105 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE provider_events (
        provider text NOT NULL CHECK (provider IN ('stripe', 'btcpay')),
        event_id text NOT NULL,
        type text NOT NULL,
        reference text,
        payment_id uuid,
        body_sha256 bytea NOT NULL,
        state text NOT NULL CHECK (state IN ('queued', 'done', 'ignored', 'dead')),
        attempts int NOT NULL DEFAULT 0,
        next_try_at timestamptz,
        lease_until timestamptz,
        cause text,
        received_at timestamptz NOT NULL,
        decided_at timestamptz,
        PRIMARY KEY (provider, event_id),
        CONSTRAINT provider_events_due_or_decided
          CHECK ((state = 'queued') = (next_try_at IS NOT NULL) AND (state = 'queued') = (decided_at IS NULL))
      );
      CREATE INDEX provider_events_due ON provider_events (next_try_at) WHERE state = 'queued';
      CREATE INDEX provider_events_dead ON provider_events (decided_at) WHERE state = 'dead';
      CREATE INDEX provider_events_decided ON provider_events (decided_at) WHERE state IN ('done', 'ignored');

      CREATE TABLE payment_looks (
        payment_id uuid PRIMARY KEY,
        looks int NOT NULL DEFAULT 0 CHECK (looks >= 0),
        next_look_at timestamptz,
        lease_until timestamptz,
        holder uuid
      );

      CREATE TABLE stripe_customers (
        account_id text NOT NULL,
        livemode boolean NOT NULL,
        customer_id text NOT NULL UNIQUE,
        PRIMARY KEY (account_id, livemode)
      );
      CREATE TABLE stripe_checkouts (
        payment_id uuid NOT NULL,
        attempt int NOT NULL,
        tries int NOT NULL DEFAULT 1 CHECK (tries > 0),
        expires_at timestamptz NOT NULL,
        session_id text UNIQUE,
        payment_intent_id text UNIQUE,
        PRIMARY KEY (payment_id, attempt)
      );

      -- By which the reconciler finds what may be paid late, refunded or disputed.
      CREATE INDEX payments_watched ON payments (expires_at) WHERE status IN ('expired', 'failed', 'completed', 'refunded');
      CREATE INDEX payments_fulfilled ON payments (completed_at) WHERE status IN ('completed', 'disputed');
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX payments_fulfilled, payments_watched');
    await runner.query('DROP TABLE stripe_checkouts, stripe_customers, payment_looks, provider_events');
  }
}
