import { openDatabase } from '@precis/runtime/database';
import type { Json } from './call.js';

/** Reads a service's database directly, which tests of the books must do. */
export async function databaseRows(url: string, sql: string, parameters: unknown[] = []): Promise<Json[]> {
  const source = await openDatabase({ url, migrations: [], poolSize: 1 });
  try {
    return await source.query(sql, parameters);
  } finally {
    await source.destroy();
  }
}
