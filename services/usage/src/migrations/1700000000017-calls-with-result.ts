import { indexBesideWriters } from '@precis/runtime/index-beside-writers';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An index of calls that still name their result, in the order in which it must be removed. Built outside a transaction, so that Reserve is not
 * blocked.
 */
export class CallsWithResult1700000000017 implements MigrationInterface {
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await indexBesideWriters(
      runner,
      'metered_calls_with_result',
      'metered_calls (reserved_at) WHERE result_ref IS NOT NULL',
    );
  }

  /** TypeORM reverts in a transaction, in spite of the setting above. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX metered_calls_with_result');
  }
}
