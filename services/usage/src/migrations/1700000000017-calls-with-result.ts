import { indexBesideWriters } from '@precis/runtime/index-beside-writers';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Calls that still say which result was theirs, in the order in which they must forget it. Outside of a transaction: Reserve goes on. */
export class CallsWithResult1700000000017 implements MigrationInterface {
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await indexBesideWriters(
      runner,
      'metered_calls_with_result',
      'metered_calls (reserved_at) WHERE result_ref IS NOT NULL',
    );
  }

  /** TypeORM goes back in a transaction, whatever is said above. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX metered_calls_with_result');
  }
}
