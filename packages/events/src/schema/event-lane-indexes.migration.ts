import { indexBesideWriters } from '@precis/runtime/index-beside-writers';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The indexes of EventLanes, built outside a transaction, so that announcing and handling are not blocked. */
export class EventLaneIndexes1700000000952 implements MigrationInterface {
  name = 'EventLaneIndexes1700000000952';
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await indexBesideWriters(runner, 'outbox_lanes', 'outbox (topic, lane, position) WHERE published_at IS NULL');
    await indexBesideWriters(
      runner,
      'consumed_events_due',
      `consumed_events (consumer_group, next_try_at) WHERE state = 'parked' AND next_try_at IS NOT NULL`,
    );
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS outbox_unpublished');
  }

  /** TypeORM reverts in a transaction, in spite of the setting above. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX outbox_unpublished ON outbox (position) WHERE published_at IS NULL');
    await runner.query('DROP INDEX consumed_events_due, outbox_lanes');
  }
}
