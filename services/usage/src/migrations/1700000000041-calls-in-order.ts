import { indexBesideWriters } from '@precis/runtime/index-beside-writers';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An account's charged calls of a month in the order in which pages show them, with what the counts by client need, so that a page reads its
 * own rows alone and the counts read no row at all. It replaces metered_calls_activity, which had neither the call's id nor its client, so a call is
 * written into as many indexes as before. Copies of the previous release use the new index too. Built outside a transaction, so that Reserve is
 * not blocked.
 */
export class CallsInOrder1700000000041 implements MigrationInterface {
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await indexBesideWriters(
      runner,
      'metered_calls_in_order',
      `metered_calls (account_id, month, reserved_at, call_id) INCLUDE (client) WHERE state = 'charged'`,
    );
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS metered_calls_activity');
  }

  /** TypeORM reverts in a transaction, even with `transaction = false` above. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX metered_calls_activity ON metered_calls (account_id, month, reserved_at) WHERE state = 'charged'`,
    );
    await runner.query('DROP INDEX metered_calls_in_order');
  }
}
