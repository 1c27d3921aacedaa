import { migrate } from '@precis/runtime/database';
import type { DataSource } from 'typeorm';
import { type FreshDatabase, freshDatabase } from './postgres.js';

/** Creates a database with the schema that `openDatabase` knows; `name` is the service's. */
export function migratedDatabase(
  name: string,
  openDatabase: (url: string) => Promise<DataSource>,
): Promise<FreshDatabase> {
  return freshDatabase({
    name,
    prepare: async (url) => {
      const source = await openDatabase(url);
      await migrate(source).finally(() => source.destroy());
    },
  });
}
