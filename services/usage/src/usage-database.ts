import { EVENT_MIGRATIONS } from '@precis/events/schema/event-migrations';
import { openDatabase } from '@precis/runtime/database';
import type { DataSource } from 'typeorm';
import { QuotaTables1700000000010 } from './migrations/1700000000010-quota-tables.js';
import { UniqueAtStatementEnd1700000000011 } from './migrations/1700000000011-unique-at-statement-end.js';
import { TimetableSource1700000000012 } from './migrations/1700000000012-timetable-source.js';
import { ForgettingIndexes1700000000013 } from './migrations/1700000000013-forgetting-indexes.js';

const MIGRATIONS = [
  ...EVENT_MIGRATIONS,
  QuotaTables1700000000010,
  UniqueAtStatementEnd1700000000011,
  TimetableSource1700000000012,
  ForgettingIndexes1700000000013,
];

/** Usage's own database, not yet migrated. */
export async function openUsageDatabase(url: string, poolSize?: number): Promise<DataSource> {
  return openDatabase({ url, migrations: MIGRATIONS, poolSize });
}
