import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type CallRow, subjectFromRow } from '../quota/metered-call.row.js';
import type { CallSubject } from '../quota/metered-call.rule.js';
import type { ListPosition } from '../paging/list-cursor.js';
import { readableMonths, unreadableUpTo } from './reading-right.rule.js';

/** One summary of an account's own list. */
export interface OwnSummary {
  callId: string;
  at: Date;
  client: string;
  resultRef: string;
  subject: CallSubject | null;
}

type Row = Pick<
  CallRow,
  'call_id' | 'client' | 'result_ref' | 'reserved_at' | 'video_id' | 'title' | 'summary_type' | 'duration_seconds'
>;

const COLUMNS = 'call_id, client, result_ref, reserved_at, video_id, title, summary_type, duration_seconds';
/** The same condition as isReadable. */
const READABLE = `account_id = $1 AND state = 'charged' AND result_ref IS NOT NULL AND reserved_at > $2`;

/** All SQL of readable summaries, and of their removal when their time is over. */
@Injectable()
export class SummariesRepository {
  constructor(private readonly database: DataSource) {}

  /**
   * At most `limit` summaries after `position`, newest first. `search` is a part of the title in any case; strpos knows no wildcards. The
   * order begins with the month, which follows from the time: only the index metered_calls_in_order has it. With an order by time alone,
   * Postgres might scan the newest calls of all accounts for one page.
   */
  async list(
    accountId: string,
    { search, position, limit, now }: { search: string; position: ListPosition | null; limit: number; now: Date },
  ): Promise<OwnSummary[]> {
    const rows: Row[] = await this.database.query(
      `SELECT ${COLUMNS} FROM metered_calls WHERE ${READABLE} AND month = ANY($3)
         AND (reserved_at, call_id) < (coalesce($4::timestamptz, 'infinity'), coalesce($5::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
         AND ($6 = '' OR strpos(lower(title), lower($6)) > 0)
       ORDER BY month DESC, reserved_at DESC, call_id DESC LIMIT $7`,
      [
        accountId,
        unreadableUpTo(now),
        readableMonths(now),
        position?.at ?? null,
        position?.rowId ?? null,
        search,
        limit,
      ],
    );
    return rows.map(summaryOf);
  }

  /** `callId` must be a UUID. */
  async find(accountId: string, callId: string, now: Date): Promise<OwnSummary | null> {
    const [row]: Row[] = await this.database.query(
      `SELECT ${COLUMNS} FROM metered_calls WHERE ${READABLE} AND call_id = $3`,
      [accountId, unreadableUpTo(now), callId],
    );
    return row ? summaryOf(row) : null;
  }

  /** Removes result and subject from at most `limit` calls up to `moment`, the oldest first; returns how many. */
  async forgetUpTo(moment: Date, limit: number): Promise<number> {
    const [, forgotten] = await this.database.query(
      `UPDATE metered_calls SET result_ref = NULL, video_id = NULL, title = NULL, summary_type = NULL, duration_seconds = NULL
       WHERE id IN (
         SELECT id FROM metered_calls WHERE result_ref IS NOT NULL AND reserved_at <= $1 ORDER BY reserved_at LIMIT $2 FOR UPDATE SKIP LOCKED
       )`,
      [moment, limit],
    );
    return forgotten;
  }
}

function summaryOf(row: Row): OwnSummary {
  return {
    callId: row.call_id,
    at: row.reserved_at,
    client: row.client,
    resultRef: row.result_ref!,
    subject: subjectFromRow(row),
  };
}
