import { type DatabaseOptions, openDatabase } from '@precis/runtime/database';
import type { DataSource } from 'typeorm';
import { EVENT_MIGRATIONS } from './event-migrations.js';

/** Opens a service's own database, not yet migrated. */
export type OpenDatabase = (url: string, poolSize?: number) => Promise<DataSource>;

/** The database of a service with events: its entities, and its migrations besides those of the outbox and the inbox. */
export function serviceDatabase({
  entities,
  migrations,
}: Pick<DatabaseOptions, 'entities' | 'migrations'>): OpenDatabase {
  return (url, poolSize) => openDatabase({ url, entities, migrations: [...EVENT_MIGRATIONS, ...migrations], poolSize });
}
