import { within } from '@precis/runtime/pause';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';

/** A handler that did not come to its end in time. */
export class HandlerDeadline extends Error {
  override name = 'HandlerDeadline';
  constructor(ms: number) {
    super(`the handler did not finish within ${ms} ms`);
  }
}

/** What is used of a pg client: `end()` cuts the connection and the pool drops it. */
interface Connection {
  processID: number;
  end(): Promise<void>;
}

const CLEANUP_MS = 2_000;

/**
 * Runs one event's step in one transaction and gives up after the deadline. Giving up kills the connection: the step may still be
 * running, and neither it nor a statement that waits for a lock may commit anything once the event counts as failed.
 */
export async function inEventTransaction<T>(
  database: DataSource,
  deadlineMs: number,
  step: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  const runner = database.createQueryRunner();
  // Outside of the deadline: the pool has one of its own, and a connection that comes after the release would leak.
  const connection = (await runner.connect()) as Connection;
  let late = false;
  try {
    return await within(
      deadlineMs,
      transaction(runner, step, () => late),
      () => {
        late = true;
        return new HandlerDeadline(deadlineMs);
      },
    );
  } catch (error) {
    if (late) await kill(database, connection);
    else await rollBack(runner, connection);
    throw error;
  } finally {
    await runner.release();
  }
}

async function transaction<T>(
  runner: QueryRunner,
  step: (manager: EntityManager) => Promise<T>,
  isLate: () => boolean,
): Promise<T> {
  await runner.startTransaction();
  const result = await step(runner.manager);
  if (isLate()) throw new Error('too late to commit');
  await runner.commitTransaction();
  return result;
}

async function rollBack(runner: QueryRunner, connection: Connection): Promise<void> {
  try {
    await within(CLEANUP_MS, runner.rollbackTransaction(), () => new Error('no answer to ROLLBACK'));
  } catch {
    // A connection in an unknown state must not go back into the pool.
    void connection.end().catch(() => undefined);
  }
}

/** First the server's side, so that its locks are free at once; if that fails, the socket alone. */
async function kill(database: DataSource, connection: Connection): Promise<void> {
  const terminated = database.query('SELECT pg_terminate_backend($1)', [connection.processID]);
  await within(CLEANUP_MS, terminated, () => new Error('no answer')).catch(() => undefined);
  void connection.end().catch(() => undefined);
}
