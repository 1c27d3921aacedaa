import { openDatabase } from '@precis/runtime/database';
import type { DataSource } from 'typeorm';
import { UsageError } from './events-arguments.js';

/** Opens one database after the other for an operator's command. An error names the database, never its whole URL. */
export async function onEachDatabase<T>(urls: string[], work: (database: DataSource) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (const url of urls) {
    if (!URL.canParse(url)) throw new UsageError('a database URL is not a URL');
    let database: DataSource | undefined;
    try {
      database = await openDatabase({ url, migrations: [], poolSize: 1 });
      results.push(await work(database));
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      const why = code === '42P01' ? 'has no such tables: is it the right one?' : message || code;
      throw new Error(`database ${new URL(url).pathname.slice(1)}: ${why}`, { cause: error });
    } finally {
      await database?.destroy();
    }
  }
  return results;
}
