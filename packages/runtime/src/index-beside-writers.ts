import type { QueryRunner } from 'typeorm';

/**
 * Builds an index while others write, for migrations with `transaction = false`. May be repeated. It waits for open transactions as long as they
 * take, and other queries do not queue up for it. An index that a killed build left is invalid, and is built again.
 */
export async function indexBesideWriters(
  runner: QueryRunner,
  name: string,
  on: string,
  kind: 'INDEX' | 'UNIQUE INDEX' = 'INDEX',
): Promise<void> {
  const [{ lock_timeout: limit }] = await runner.query('SHOW lock_timeout');
  await runner.query('SET lock_timeout = 0');
  try {
    const invalid: unknown[] = await runner.query(
      'SELECT 1 FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid',
      [name],
    );
    if (invalid.length > 0) await runner.query(`DROP INDEX CONCURRENTLY ${name}`);
    await runner.query(`CREATE ${kind} CONCURRENTLY IF NOT EXISTS ${name} ON ${on}`);
  } finally {
    // A lost connection has no settings left, and its own error is the one to report.
    await runner.query(`SET lock_timeout = '${limit}'`).catch(() => undefined);
  }
}
