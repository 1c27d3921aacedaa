import { indexBesideWriters } from '@precis/runtime/index-beside-writers';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Deliveries in the order in which they may be forgotten. Outside of a transaction: mails go on leaving. */
export class DeliveryRetention1700000000004 implements MigrationInterface {
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await indexBesideWriters(
      runner,
      'deliveries_decided',
      `deliveries (decided_at) WHERE decided_at IS NOT NULL AND state <> 'dead'`,
    );
  }

  /** TypeORM goes back in a transaction, whatever is said above. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX deliveries_decided');
  }
}
