import { EVENT_MIGRATIONS } from '@precis/events/schema/event-migrations';
import { openDatabase } from '@precis/runtime/database';
import type { DataSource } from 'typeorm';
import { Deliveries1700000000002 } from './migrations/1700000000002-deliveries.migration.js';

/** Notifications' own database, not yet migrated. */
export async function openNotificationsDatabase(url: string): Promise<DataSource> {
  return openDatabase({ url, migrations: [...EVENT_MIGRATIONS, Deliveries1700000000002] });
}
