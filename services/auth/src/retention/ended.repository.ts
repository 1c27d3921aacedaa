import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/**
 * What ended, by table (DATA-6); `$1` = now. A dead key stays for a day: as long as it counts for its account's keys of the day, and far
 * longer than a gateway asks for it. Its events stay. A mail request stays for 30 days, so that a late notification still gets
 * "superseded" and sends nothing.
 */
const ENDED = {
  api_keys: `revoked_at < now() - interval '1 day' OR valid_until < $1::timestamptz - interval '1 day'`,
  sessions: `expires_at < $1::timestamptz - interval '1 day'`,
  // An hour longer than any handoff token of it.
  oauth_transactions: `expires_at < $1::timestamptz - interval '1 hour'`,
  mail_requests: `expires_at < $1::timestamptz - interval '30 days'`,
};

export type EndingTable = keyof typeof ENDED;
export const ENDING_TABLES = Object.keys(ENDED) as EndingTable[];

@Injectable()
export class EndedRepository {
  constructor(private readonly database: DataSource) {}

  /** Deletes at most `limit` rows that ended and answers how many; copies that do so at once pass each other by. */
  async forget(table: EndingTable, limit: number, now: Date): Promise<number> {
    const [, count] = await this.database.query<[unknown[], number]>(
      `DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE ${ENDED[table]} LIMIT ${limit} FOR UPDATE SKIP LOCKED)`,
      [now],
    );
    return count;
  }
}
