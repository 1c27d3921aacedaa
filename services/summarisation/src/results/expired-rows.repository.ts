import type { DataSource } from 'typeorm';

/** Rows per statement: a short lock, however much has expired. */
const BATCH = 1_000;
const MAX_BATCHES = 100;

/** Deletes expired rows of every table that keeps content, at most 100,000 of a table at once; each answers how many went. */
export class ExpiredRowsRepository {
  constructor(private readonly database: DataSource) {}

  deleteResults(oldestKeptDay: string): Promise<number> {
    return this.deleteAll('results', 'delivered_on < $1::date', oldestKeptDay);
  }

  async deleteSourceAnswers(now: Date): Promise<number> {
    let deleted = 0;
    for (const table of ['transcripts', 'video_infos', 'refusals']) deleted += await this.deleteAll(table, 'expires_at <= $1', now.toISOString());
    return deleted;
  }

  private async deleteAll(table: string, expired: string, limit: string): Promise<number> {
    let deleted = 0;
    for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
      // The condition again: a row may have been delivered or fetched anew since it was picked.
      const sql = `DELETE FROM ${table} WHERE ctid IN (SELECT ctid FROM ${table} WHERE ${expired} LIMIT ${BATCH}) AND ${expired}`;
      const [, count] = await this.database.query<[unknown, number]>(sql, [limit]);
      deleted += count;
      if (count < BATCH) break;
    }
    return deleted;
  }
}
