import { serviceDatabase } from '@precis/events/schema/service-database';
import { QuotaTables1700000000010 } from './migrations/1700000000010-quota-tables.js';
import { UniqueAtStatementEnd1700000000011 } from './migrations/1700000000011-unique-at-statement-end.js';
import { TimetableSource1700000000012 } from './migrations/1700000000012-timetable-source.js';
import { ForgettingIndexes1700000000013 } from './migrations/1700000000013-forgetting-indexes.js';
import { QuotaThresholds1700000000014 } from './migrations/1700000000014-quota-thresholds.js';
import { ErasedAccounts1700000000015 } from './migrations/1700000000015-erased-accounts.js';
import { CallSubjects1700000000016 } from './migrations/1700000000016-call-subjects.js';
import { CallsWithResult1700000000017 } from './migrations/1700000000017-calls-with-result.js';
import { Batches1700000000018 } from './migrations/1700000000018-batches.js';
import { StatementLines1700000000020 } from './migrations/1700000000020-statement-lines.js';
import { OpenMonths1700000000021 } from './migrations/1700000000021-open-months.js';
import { RequestRecords1700000000025 } from './migrations/1700000000025-request-records.js';
import { RequestsByTime1700000000026 } from './migrations/1700000000026-requests-by-time.js';
import { DecideCalls1700000000040 } from './migrations/1700000000040-decide-calls.js';
import { CallsInOrder1700000000041 } from './migrations/1700000000041-calls-in-order.js';
import { ReplayedAttempts1700000000042 } from './migrations/1700000000042-replayed-attempts.js';

export const openDatabase = serviceDatabase({
  migrations: [
    QuotaTables1700000000010,
    UniqueAtStatementEnd1700000000011,
    TimetableSource1700000000012,
    ForgettingIndexes1700000000013,
    QuotaThresholds1700000000014,
    ErasedAccounts1700000000015,
    CallSubjects1700000000016,
    CallsWithResult1700000000017,
    Batches1700000000018,
    StatementLines1700000000020,
    OpenMonths1700000000021,
    RequestRecords1700000000025,
    RequestsByTime1700000000026,
    DecideCalls1700000000040,
    CallsInOrder1700000000041,
    ReplayedAttempts1700000000042,
  ],
});
