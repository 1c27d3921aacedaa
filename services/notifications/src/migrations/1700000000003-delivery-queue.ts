import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A delivery is stored before its mail is sent, and the preferences of an account are stored. Copies of the previous release insert decided rows with
 * only its five columns, so the others have defaults that fit such a row.
 */
export class DeliveryQueue1700000000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE deliveries
        ALTER COLUMN mail_request_id DROP NOT NULL,
        ALTER COLUMN decided_at DROP NOT NULL,
        ADD COLUMN account_id uuid,
        ADD COLUMN params jsonb NOT NULL DEFAULT '{}',
        ADD COLUMN attempts int NOT NULL DEFAULT 1,
        ADD COLUMN next_try_at timestamptz,
        ADD COLUMN lease_until timestamptz,
        ADD COLUMN cause text,
        ADD COLUMN correlation_id text NOT NULL DEFAULT '',
        ADD COLUMN traceparent text,
        ADD COLUMN created_at timestamptz NOT NULL DEFAULT now(),
        DROP CONSTRAINT deliveries_state_check,
        ADD CONSTRAINT deliveries_state_check
          CHECK (state IN ('queued', 'sent', 'superseded', 'refused', 'unwanted', 'dead')),
        ADD CONSTRAINT deliveries_due_or_decided
          CHECK ((state = 'queued') = (next_try_at IS NOT NULL) AND (state = 'queued') = (decided_at IS NULL));
      CREATE INDEX deliveries_due ON deliveries (next_try_at) WHERE state = 'queued';
      CREATE INDEX deliveries_dead ON deliveries (created_at) WHERE state = 'dead';
      CREATE INDEX deliveries_by_account ON deliveries (account_id) WHERE account_id IS NOT NULL;

      CREATE TABLE preferences (
        account_id uuid PRIMARY KEY,
        tips boolean NOT NULL DEFAULT true,
        usage_alerts boolean NOT NULL DEFAULT true,
        plan_reminders boolean NOT NULL DEFAULT true,
        referral_news boolean NOT NULL DEFAULT true,
        changed_at timestamptz NOT NULL
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    // The previous release cannot represent these states; decided rows stay.
    await runner.query(`
      DROP TABLE preferences;
      DELETE FROM deliveries WHERE state IN ('queued', 'unwanted', 'dead') OR mail_request_id IS NULL;
      ALTER TABLE deliveries
        DROP CONSTRAINT deliveries_due_or_decided,
        DROP CONSTRAINT deliveries_state_check,
        ADD CONSTRAINT deliveries_state_check CHECK (state IN ('sent', 'superseded', 'refused')),
        ALTER COLUMN mail_request_id SET NOT NULL,
        ALTER COLUMN decided_at SET NOT NULL,
        DROP COLUMN account_id, DROP COLUMN params, DROP COLUMN attempts, DROP COLUMN next_try_at, DROP COLUMN lease_until,
        DROP COLUMN cause, DROP COLUMN correlation_id, DROP COLUMN traceparent, DROP COLUMN created_at;
    `);
  }
}
