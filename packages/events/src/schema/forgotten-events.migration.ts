import { indexBesideWriters } from '@precis/runtime/index-beside-writers';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The topics with a retention. One that joins them needs an index of its own; those that are kept for ever pay nothing. */
const FORGOTTEN = `topic IN ('auth.api-key.v1', 'summarisation.summary.v1')`;

/** Finished rows by age, so that what is behind its retention is found without a look at what stays. */
export class ForgottenEvents1700000000953 implements MigrationInterface {
  name = 'ForgottenEvents1700000000953';
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await indexBesideWriters(
      runner,
      'outbox_forgotten',
      `outbox (topic, published_at) WHERE published_at IS NOT NULL AND ${FORGOTTEN}`,
    );
    await indexBesideWriters(
      runner,
      'consumed_events_forgotten',
      `consumed_events (topic, consumed_at) WHERE state = 'done' AND ${FORGOTTEN}`,
    );
  }

  /** TypeORM goes back in a transaction, whatever is said above. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX consumed_events_forgotten, outbox_forgotten');
  }
}
