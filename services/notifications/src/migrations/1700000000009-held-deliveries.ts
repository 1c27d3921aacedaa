import { indexBesideWriters } from '@precis/runtime/index-beside-writers';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counts the deliveries of an endpoint that are under way, in any state (HOOK-8). Built outside of a transaction, so that sending goes on. */
export class HeldDeliveries1700000000009 implements MigrationInterface {
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await indexBesideWriters(
      runner,
      'webhook_deliveries_held',
      'webhook_deliveries (endpoint_id) WHERE lease_until IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX webhook_deliveries_held');
  }
}
