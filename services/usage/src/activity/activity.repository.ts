import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Timetable, FREE_TIMETABLE } from '../quota/quota-limit.rule.js';
import type { ListPosition } from '../paging/list-cursor.js';
import { unreadableUpTo } from '../summaries/reading-right.rule.js';

/** One charged call, as its owner sees it. */
export interface Activity {
  at: Date;
  endpoint: string;
  client: string;
  /** Null once the owner may no longer read the summary, and for calls from before titles were kept. */
  title: string | null;
}

/** Reads charged calls. Counts come from the same rows as the quota, so their sum equals `used` (QUOTA-14). */
@Injectable()
export class ActivityRepository {
  constructor(private readonly database: DataSource) {}

  async timetableOf(accountId: string): Promise<Timetable> {
    const rows: { timetable: Timetable | null }[] = await this.database.query(
      'SELECT timetable FROM quota_accounts WHERE account_id = $1',
      [accountId],
    );
    return rows[0]?.timetable ?? FREE_TIMETABLE;
  }

  async usedByMonth(accountId: string, months: string[]): Promise<Map<string, number>> {
    const rows: { month: string; used: number }[] = await this.database.query(
      'SELECT month, used FROM quota_months WHERE account_id = $1 AND month = ANY($2)',
      [accountId, months],
    );
    return new Map(rows.map((row) => [row.month, row.used]));
  }

  /** Newest first. A title is shown exactly as long as the list of summaries shows it, because the job that deletes it runs later (DATA-4). */
  async chargedCalls(accountId: string, month: string, now: Date): Promise<Activity[]> {
    return this.database.query(
      `SELECT reserved_at AS at, endpoint, client,
         CASE WHEN result_ref IS NOT NULL AND reserved_at > $3 THEN title END AS title
       FROM metered_calls
       WHERE account_id = $1 AND month = $2 AND state = 'charged' ORDER BY reserved_at DESC, id DESC`,
      [accountId, month, unreadableUpTo(now)],
    );
  }

  /**
   * At most `limit` calls after `position`, ordered by the time of their reservation, oldest first. A call that was reserved before `position` and is
   * charged during the reading is left out. The first page uses a position before all calls: with `OR $4 IS NULL` in the condition, Postgres would
   * read each page from the start of the month.
   */
  async pageOfCalls(
    accountId: string,
    month: string,
    { position, limit, now }: { position: ListPosition | null; limit: number; now: Date },
  ): Promise<(Activity & { callId: string })[]> {
    return this.database.query(
      `SELECT reserved_at AS at, call_id AS "callId", endpoint, client,
         CASE WHEN result_ref IS NOT NULL AND reserved_at > $3 THEN title END AS title
       FROM metered_calls
       WHERE account_id = $1 AND month = $2 AND state = 'charged'
         AND (reserved_at, call_id) > (coalesce($4::timestamptz, '-infinity'), coalesce($5::uuid, '00000000-0000-0000-0000-000000000000'))
       ORDER BY reserved_at, call_id LIMIT $6`,
      [accountId, month, unreadableUpTo(now), position?.at ?? null, position?.rowId ?? null, limit],
    );
  }

  async chargedByClient(accountId: string, month: string): Promise<{ client: string; count: number }[]> {
    return this.database.query(
      `SELECT client, count(*)::int AS count FROM metered_calls
       WHERE account_id = $1 AND month = $2 AND state = 'charged' GROUP BY client`,
      [accountId, month],
    );
  }
}
