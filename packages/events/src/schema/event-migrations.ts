import { EventLaneIndexes1700000000952 } from './event-lane-indexes.migration.js';
import { EventLanes1700000000951 } from './event-lanes.migration.js';
import { EventTables1700000000001 } from './event-tables.migration.js';
import { ForgottenBatchEvents1700000000956 } from './forgotten-batch-events.migration.js';
import { ForgottenEvents1700000000953 } from './forgotten-events.migration.js';
import { ForgottenJobEvents1700000000957 } from './forgotten-job-events.migration.js';
import { ForgottenQuotaEvents1700000000954 } from './forgotten-quota-events.migration.js';
import { ForgottenSummaryEvents1700000000955 } from './forgotten-summary-events.migration.js';

/** Both ends of the event bus in a service's own database. Every service with events names these among its migrations. */
export const EVENT_MIGRATIONS = [
  EventTables1700000000001,
  EventLanes1700000000951,
  EventLaneIndexes1700000000952,
  ForgottenEvents1700000000953,
  ForgottenQuotaEvents1700000000954,
  ForgottenSummaryEvents1700000000955,
  ForgottenBatchEvents1700000000956,
  ForgottenJobEvents1700000000957,
];
