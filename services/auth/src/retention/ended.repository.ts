import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { FORGOTTEN_AFTER_DAYS } from '../login-guard/known-device.rule.js';
import { exportsCountSince } from '../accounts/export-allowance.rule.js';
import { activityKeptSince, operatorActionsKeptSince } from '../activity/activity-retention.rule.js';

/** Which rows of a table ended at `$1`, and what `$1` is: now unless `since` says otherwise. */
interface Ending {
  where: string;
  since?: (now: Date) => Date;
}

/**
 * What ended, by table (DATA-6, DATA-11, DATA-12). A dead key stays for a day: as long as it counts for its account's keys of the day, and
 * far longer than a gateway asks for it. Its events stay. A mail request stays for 30 days, so that a late notification still gets
 * "superseded" and sends nothing. Guesses are gone when the whole burst is free again, which is what no row says too.
 */
const ENDED = {
  api_keys: { where: `revoked_at < now() - interval '1 day' OR valid_until < $1::timestamptz - interval '1 day'` },
  sessions: { where: `expires_at < $1::timestamptz - interval '1 day'` },
  // An hour longer than any handoff token of it.
  oauth_transactions: { where: `expires_at < $1::timestamptz - interval '1 hour'` },
  mail_requests: { where: `expires_at < $1::timestamptz - interval '30 days'` },
  password_guesses: { where: `spent_until_ms < floor(extract(epoch FROM $1::timestamptz) * 1000)::bigint` },
  account_exports: { where: 'at <= $1', since: exportsCountSince },
  known_devices: { where: `last_used_at < $1::timestamptz - interval '${FORGOTTEN_AFTER_DAYS} days'` },
  activity: { where: 'at < $1', since: activityKeptSince },
  operator_actions: { where: 'at < $1', since: operatorActionsKeptSince },
} satisfies Record<string, Ending>;

/** What names a row, where it is not `id`. */
const KEYS: Partial<Record<EndingTable, string>> = { known_devices: 'token_hash' };

export type EndingTable = keyof typeof ENDED;
export const ENDING_TABLES = Object.keys(ENDED) as EndingTable[];

@Injectable()
export class EndedRepository {
  constructor(private readonly database: DataSource) {}

  /** Deletes at most `limit` rows that ended and answers how many; copies that do so at once pass each other by. */
  async forget(table: EndingTable, limit: number, now: Date): Promise<number> {
    const { where, since = () => now }: Ending = ENDED[table];
    const key = KEYS[table] ?? 'id';
    const [, count] = await this.database.query<[unknown[], number]>(
      `DELETE FROM ${table} WHERE ${key} IN (SELECT ${key} FROM ${table} WHERE ${where} LIMIT ${limit} FOR UPDATE SKIP LOCKED)`,
      [since(now)],
    );
    return count;
  }
}
