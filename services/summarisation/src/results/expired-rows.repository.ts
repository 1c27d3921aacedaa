import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** A table with a retention, and the condition for its expired rows. */
const EXPIRED = {
  results: 'delivered_on < $1::date',
  transcripts: 'expires_at <= $1',
  video_infos: 'expires_at <= $1',
  refusals: 'expires_at <= $1',
  told_failures: 'expires_at <= $1',
  jobs: 'finished_at <= $1',
  transcript_reads: 'day < $1::date',
};
/** A table whose rows are deleted when their retention is over. */
export type KeptTable = keyof typeof EXPIRED;

/** Rows per statement. A transcript has megabytes: a call that meets a row in deletion must not notice the wait. */
const BATCH = 100;
/** The rest of a longer job is left for the next run. */
const MAX_BATCHES = 1_000;

/** Deletes expired rows, at most 100,000 of a table per run; returns how many. */
@Injectable()
export class ExpiredRowsRepository {
  constructor(private readonly database: DataSource) {}

  deleteResults(oldestKeptDay: string): Promise<number> {
    return this.deleteAll('results', oldestKeptDay);
  }

  deleteOthers(table: Exclude<KeptTable, 'results'>, now: Date): Promise<number> {
    return this.deleteAll(table, now.toISOString());
  }

  /** Each statement commits by itself. A row that a call or another copy of this job has locked is left for the next run. */
  private async deleteAll(table: KeptTable, limit: string): Promise<number> {
    const expired = EXPIRED[table];
    const sql = `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE ${expired} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)) AND ${expired}`;
    let deleted = 0;
    for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
      const [, count] = await this.database.query<[unknown, number]>(sql, [limit]);
      deleted += count;
      if (count < BATCH) break;
    }
    return deleted;
  }
}
