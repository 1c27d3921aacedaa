import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { NEW_LINE, type NewLine } from './line.row.js';

/** The head of a month, and its counter. */
export interface MonthRow {
  account_id: string;
  month: string;
  used: number;
  line_count: number;
  line_units: number;
  head: string | null;
  closed_at: Date | null;
  closed_count: number | null;
  closed_head: string | null;
}

/** A line as stored. Its `prev` is the hash of the line before it. */
export interface LineRow {
  seq: number;
  at: Date;
  call_id: string | null;
  units: number;
  kind: string;
  hash: string;
}

const MONTH_COLUMNS = `account_id, month, used, line_count, line_units, encode(head, 'hex') AS head, closed_at, closed_count,
  encode(closed_head, 'hex') AS closed_head`;

/** Reads of statements, and the end of a month. New lines are written with their units, by QuotaRepository. */
@Injectable()
export class StatementRepository {
  async month(manager: EntityManager, accountId: string, month: string): Promise<MonthRow | undefined> {
    const [row]: MonthRow[] = await manager.query(
      `SELECT ${MONTH_COLUMNS} FROM quota_months WHERE account_id = $1 AND month = $2`,
      [accountId, month],
    );
    return row;
  }

  /** Lines `from` to `to` in their order, at most `limit`. */
  async lines(
    manager: EntityManager,
    accountId: string,
    month: string,
    { from, to, limit }: { from: number; to: number; limit: number },
  ): Promise<LineRow[]> {
    return manager.query(
      `SELECT seq, at, call_id, units, kind, encode(hash, 'hex') AS hash FROM statement_lines
       WHERE month = $2 AND account_id = $1 AND seq BETWEEN $3 AND $4 ORDER BY seq LIMIT $5`,
      [accountId, month, from, to, limit],
    );
  }

  /** When a carried line was last added to the month; null if never. */
  async carriedAt(manager: EntityManager, accountId: string, month: string): Promise<Date | null> {
    const [row]: { at: Date | null }[] = await manager.query(
      `SELECT max(at) AS at FROM statement_lines WHERE month = $2 AND account_id = $1 AND kind = 'carried'`,
      [accountId, month],
    );
    return row.at;
  }

  /** Accounts with an open month before `month` in which no call is in progress. */
  async accountsToClose(manager: EntityManager, month: string, limit: number): Promise<string[]> {
    const rows: { account_id: string }[] = await manager.query(
      `SELECT account_id FROM quota_months WHERE closed_at IS NULL AND month < $1 AND reserved = 0 ORDER BY month, account_id LIMIT $2`,
      [month, limit],
    );
    return [...new Set(rows.map((row) => row.account_id))];
  }

  /** Locks the accounts, in the order of every operation on them, and reads their open months before `month` without calls in progress. */
  async lockMonthsToClose(manager: EntityManager, accountIds: string[], month: string): Promise<MonthRow[]> {
    await manager.query(
      'SELECT FROM quota_accounts WHERE account_id = ANY($1::uuid[]) ORDER BY account_id FOR UPDATE',
      [accountIds],
    );
    return manager.query(
      `SELECT ${MONTH_COLUMNS} FROM quota_months
       WHERE account_id = ANY($1::uuid[]) AND closed_at IS NULL AND month < $2 AND reserved = 0 ORDER BY account_id, month`,
      [accountIds, month],
    );
  }

  /** Writes lines that belong to no call, and closes the months at their heads. */
  async close(manager: EntityManager, months: MonthRow[], carried: NewLine[], now: Date): Promise<void> {
    await manager.query(
      `WITH lines AS (
         INSERT INTO statement_lines (month, account_id, seq, at, units, kind, hash)
         SELECT month, account_id, seq, at, units, kind, decode(hash, 'hex') FROM jsonb_to_recordset($2::jsonb) AS l(${NEW_LINE})
       )
       UPDATE quota_months m SET line_count = n.line_count, line_units = n.line_units, head = decode(n.head, 'hex'),
         closed_at = $3, closed_count = n.line_count, closed_head = decode(n.head, 'hex')
       FROM jsonb_to_recordset($1::jsonb) AS n(account_id uuid, month char(7), line_count int, line_units int, head text)
       WHERE m.account_id = n.account_id AND m.month = n.month`,
      [JSON.stringify(months), JSON.stringify(carried), now],
    );
  }

  /** Which of the accounts are erased. */
  async erasedOf(manager: EntityManager, accountIds: string[]): Promise<Set<string>> {
    const rows: { account_id: string }[] = await manager.query(
      'SELECT account_id FROM erased_accounts WHERE account_id = ANY($1::uuid[])',
      [accountIds],
    );
    return new Set(rows.map((row) => row.account_id));
  }

  /** Removes at most `limit` lines of months before `month`; heads and counts stay. Returns how many. */
  async forgetBefore(manager: EntityManager, month: string, limit: number): Promise<number> {
    const [, forgotten] = await manager.query(
      `DELETE FROM statement_lines WHERE ctid = ANY(ARRAY(
         SELECT ctid FROM statement_lines WHERE month < $1 ORDER BY month, account_id, seq LIMIT $2 FOR UPDATE SKIP LOCKED))`,
      [month, limit],
    );
    return forgotten;
  }
}
