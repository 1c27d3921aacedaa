import { EVENT_MIGRATIONS } from '@precis/events/schema/event-migrations';
import { openDatabase } from '@precis/runtime/database';
import type { DataSource } from 'typeorm';
import { Results1700000000020 } from './migrations/1700000000020-results.js';
import { Transcripts1700000000021 } from './migrations/1700000000021-transcripts.js';
import { ResultDuration1700000000022 } from './migrations/1700000000022-result-duration.js';
import { ToldFailures1700000000023 } from './migrations/1700000000023-told-failures.js';

/** Summarisation's own database with its whole history, for the service and its tests. */
export function openSummarisationDatabase(url: string, poolSize?: number): Promise<DataSource> {
  const own = [Results1700000000020, Transcripts1700000000021, ResultDuration1700000000022, ToldFailures1700000000023];
  return openDatabase({ url, migrations: [...EVENT_MIGRATIONS, ...own], poolSize });
}
