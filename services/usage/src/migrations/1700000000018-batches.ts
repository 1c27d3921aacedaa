import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Batches of summaries (SUM-27). Each item has the id of the metered call that pays for it; the unit is reserved when the item begins. */
export class Batches1700000000018 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE batches (
        batch_id uuid PRIMARY KEY,
        account_id uuid NOT NULL,
        idem_hash char(64),
        body_hash char(64) NOT NULL,
        client text NOT NULL,
        created_at timestamptz NOT NULL,
        cancelled_at timestamptz,
        finished_at timestamptz
      )`);
    await runner.query(
      'CREATE UNIQUE INDEX batches_key ON batches (account_id, idem_hash) WHERE idem_hash IS NOT NULL',
    );
    await runner.query('CREATE INDEX batches_of_account ON batches (account_id, created_at)');
    await runner.query('CREATE INDEX batches_finished_at ON batches (finished_at) WHERE finished_at IS NOT NULL');
    await runner.query(`
      CREATE TABLE batch_items (
        batch_id uuid NOT NULL REFERENCES batches ON DELETE CASCADE,
        index integer NOT NULL,
        account_id uuid NOT NULL,
        url text NOT NULL,
        video_id text NOT NULL,
        parameters jsonb,
        call_id uuid NOT NULL UNIQUE,
        state text NOT NULL CHECK (state IN ('waiting', 'running', 'completed', 'failed', 'cancelled')),
        due_at timestamptz NOT NULL,
        started_at timestamptz,
        holder uuid,
        held_until timestamptz,
        error_code text,
        error_message text,
        PRIMARY KEY (batch_id, index),
        CHECK ((holder IS NULL) = (held_until IS NULL)),
        CHECK (holder IS NULL OR state = 'running'),
        -- A prompt is personal: it goes when its item ends.
        CHECK ((state IN ('waiting', 'running')) = (parameters IS NOT NULL)),
        CHECK ((state = 'running') <= (started_at IS NOT NULL)),
        CHECK ((state = 'failed') = (error_code IS NOT NULL AND error_message IS NOT NULL))
      )`);
    await runner.query(
      `CREATE INDEX batch_items_open ON batch_items (account_id) WHERE state IN ('waiting', 'running')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE batch_items');
    await runner.query('DROP TABLE batches');
  }
}
