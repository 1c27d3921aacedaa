import { indexBesideWriters } from '@precis/runtime/index-beside-writers';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The topics with a retention. A topic that gets one needs an index; topics without retention cost nothing. */
const FORGOTTEN = `topic IN ('auth.api-key.v1', 'summarisation.summary.v1')`;

/** Indexes of finished rows by age, with which expired rows are found without reading the others. */
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

  /** TypeORM reverts in a transaction, in spite of the setting above. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX consumed_events_forgotten, outbox_forgotten');
  }
}
