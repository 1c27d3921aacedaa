import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Jobs: summaries that are made without a waiting caller (SUM-13). */
export class Jobs1700000000029 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE jobs (
        call_id uuid PRIMARY KEY,
        account_id uuid NOT NULL,
        attempt integer NOT NULL,
        video_id text NOT NULL,
        parameters jsonb,
        correlation_id text NOT NULL,
        state text NOT NULL CHECK (state IN ('queued', 'running', 'completed', 'failed')),
        tries integer NOT NULL DEFAULT 0,
        due_at timestamptz NOT NULL,
        holder uuid,
        held_until timestamptz,
        result_ref uuid,
        error_code text,
        error_message text,
        created_at timestamptz NOT NULL,
        finished_at timestamptz,
        CHECK ((state = 'running') = (holder IS NOT NULL AND held_until IS NOT NULL)),
        CHECK ((state IN ('completed', 'failed')) = (finished_at IS NOT NULL)),
        -- A prompt is personal: it goes when its job ends.
        CHECK ((finished_at IS NULL) = (parameters IS NOT NULL)),
        CHECK ((state = 'completed') = (result_ref IS NOT NULL)),
        CHECK ((state = 'failed') = (error_code IS NOT NULL AND error_message IS NOT NULL))
      )`);
    await runner.query('CREATE INDEX jobs_open ON jobs (created_at) WHERE finished_at IS NULL');
    await runner.query('CREATE INDEX jobs_open_of_account ON jobs (account_id) WHERE finished_at IS NULL');
    await runner.query('CREATE INDEX jobs_finished_at ON jobs (finished_at) WHERE finished_at IS NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE jobs');
  }
}
