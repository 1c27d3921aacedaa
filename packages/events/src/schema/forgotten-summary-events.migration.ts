import { indexBesideWriters } from '@precis/runtime/index-beside-writers';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const HIDDEN = `topic = 'usage.summary.v1'`;

/** usage.summary.v1 became a topic with a retention, so its finished rows need an index by age, as ForgottenEvents has for the others. */
export class ForgottenSummaryEvents1700000000955 implements MigrationInterface {
  name = 'ForgottenSummaryEvents1700000000955';
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await indexBesideWriters(
      runner,
      'outbox_forgotten_summary',
      `outbox (topic, published_at) WHERE published_at IS NOT NULL AND ${HIDDEN}`,
    );
    await indexBesideWriters(
      runner,
      'consumed_events_forgotten_summary',
      `consumed_events (topic, consumed_at) WHERE state = 'done' AND ${HIDDEN}`,
    );
  }

  /** TypeORM reverts in a transaction, even with `transaction = false` above. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX consumed_events_forgotten_summary, outbox_forgotten_summary');
  }
}
