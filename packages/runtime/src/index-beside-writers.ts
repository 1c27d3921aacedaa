import type { QueryRunner } from 'typeorm';

/**
 * Builds an index while others write, for migrations with `transaction = false`; may be repeated. It waits for the transactions that are
 * open, as long as they take: nobody queues behind it. An index that a killed build left behind is invalid, and built anew.
 */
export async function indexBesideWriters(runner: QueryRunner, name: string, on: string): Promise<void> {
  const [{ lock_timeout: limit }] = await runner.query('SHOW lock_timeout');
  await runner.query('SET lock_timeout = 0');
  try {
    const invalid: unknown[] = await runner.query(
      'SELECT 1 FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid',
      [name],
    );
    if (invalid.length > 0) await runner.query(`DROP INDEX CONCURRENTLY ${name}`);
    await runner.query(`CREATE INDEX CONCURRENTLY IF NOT EXISTS ${name} ON ${on}`);
  } finally {
    // A lost connection has no settings left, and its own error is the one to tell.
    await runner.query(`SET lock_timeout = '${limit}'`).catch(() => undefined);
  }
}
