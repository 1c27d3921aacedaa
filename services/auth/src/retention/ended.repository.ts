import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { FORGOTTEN_AFTER_DAYS } from '../login-guard/known-device.rule.js';
import { exportWindowStart } from '../accounts/export-allowance.rule.js';
import { activityKeptSince, operatorActionsKeptSince } from '../activity/activity-retention.rule.js';

/** The condition for rows that ended at `$1`, and the value of `$1`: now, unless `since` says otherwise. */
interface Ending {
  where: string;
  since?: (now: Date) => Date;
}

/**
 * Ended rows by table (DATA-6, DATA-11, DATA-12). A dead key stays for a day, because until then it counts against the account's daily limit (KEY-7),
 * and because ListRevoked must still list it for cursors of the last hour. Its events stay. A mail request stays for 30 days, so that a late
 * notification still gets "superseded" and sends nothing. Guesses are deleted when the whole burst is free again, because no row means the same.
 */
const ENDED = {
  api_keys: { where: `revoked_at < now() - interval '1 day' OR valid_until < $1::timestamptz - interval '1 day'` },
  sessions: { where: `expires_at < $1::timestamptz - interval '1 day'` },
  // After its end a handoff token of the sign-in lives at most 60 s, and an offered link ten minutes.
  oauth_transactions: { where: `expires_at < $1::timestamptz - interval '1 hour'` },
  mail_requests: { where: `expires_at < $1::timestamptz - interval '30 days'` },
  password_guesses: { where: `spent_until_ms < floor(extract(epoch FROM $1::timestamptz) * 1000)::bigint` },
  account_exports: { where: 'at <= $1', since: exportWindowStart },
  known_devices: { where: `last_used_at < $1::timestamptz - interval '${FORGOTTEN_AFTER_DAYS} days'` },
  activity: { where: 'at < $1', since: activityKeptSince },
  operator_actions: { where: 'at < $1', since: operatorActionsKeptSince },
} satisfies Record<string, Ending>;

/** The key columns, where the key is not `id`. */
const KEYS: Partial<Record<EndingTable, string>> = { known_devices: 'token_hash, user_id' };

/** A table whose ended rows are deleted. */
export type EndingTable = keyof typeof ENDED;
export const ENDING_TABLES = Object.keys(ENDED) as EndingTable[];

@Injectable()
export class EndedRepository {
  constructor(private readonly database: DataSource) {}

  /** Deletes at most `limit` ended rows and returns how many; parallel copies skip each other's rows. */
  async forget(table: EndingTable, limit: number, now: Date): Promise<number> {
    const { where, since = () => now }: Ending = ENDED[table];
    const key = KEYS[table] ?? 'id';
    const [, count] = await this.database.query<[unknown[], number]>(
      `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${where} LIMIT ${limit} FOR UPDATE SKIP LOCKED)`,
      [since(now)],
    );
    return count;
  }
}
