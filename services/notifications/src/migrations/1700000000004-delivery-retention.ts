import { indexBesideWriters } from '@precis/runtime/index-beside-writers';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An index of deliveries in the order of their deletion. Built outside a transaction, so that sending mails is not blocked. */
export class DeliveryRetention1700000000004 implements MigrationInterface {
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await indexBesideWriters(
      runner,
      'deliveries_decided',
      `deliveries (decided_at) WHERE decided_at IS NOT NULL AND state <> 'dead'`,
    );
  }

  /** TypeORM reverts in a transaction, in spite of the setting above. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX deliveries_decided');
  }
}
