import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountQuota, type MonthChain, type MonthCounters } from './account-quota.rule.js';
import { callsToJson, type CallRow, callFromRow } from './metered-call.row.js';
import type { MeteredCall } from './metered-call.rule.js';
import { type Timetable, FREE_TIMETABLE } from './quota-limit.rule.js';
import { NEW_LINE, newLinesOf } from '../statement/line.row.js';

/** The calls of an account that a batch touches. */
export interface Wanted {
  accountId: string;
  callIds: string[];
  idemHashes: string[];
  /** Gateways that reserve in the batch. */
  holders?: string[];
}

/**
 * A call lapses when its gateway stopped renewing while another one renewed. When none renewed, the database or usage itself may have been
 * unavailable, so nothing lapses. Leases use the database's clock (QUOTA-10). A job has no lease, because its event ends it. If no event has arrived
 * after an hour, the job was never accepted, or the bus was unavailable for that long. An event that arrives later charges nothing. `now`: the
 * parameter with the service's time.
 */
const lapsed = (now: string) => `(c.state = 'reserved' AND (
  (c.mode = 'sync' AND NOT EXISTS (SELECT FROM holders h WHERE h.holder = c.holder AND h.lease_until >= now())
    AND EXISTS (SELECT FROM holders h WHERE h.lease_until >= now()))
  OR (c.mode = 'job' AND c.reserved_at < ${now}::timestamptz - interval '1 hour')))`;

/** Part of the statement that saves a batch: writes the statement lines. The line of a new call takes its row number from `added`. */
const LINES = `lines AS (
         INSERT INTO statement_lines (month, account_id, seq, at, call_id, units, kind, hash, call_row, attempt)
         SELECT l.month, l.account_id, l.seq, l.at, l.call_id, l.units, l.kind, decode(l.hash, 'hex'), coalesce(l.row_id, a.id), l.attempt
         FROM jsonb_to_recordset($4::jsonb) AS l(${NEW_LINE}) LEFT JOIN added a ON a.call_id = l.row_call_id
       ),`;

interface MonthRow {
  account_id: string;
  month: string;
  used: number;
  reserved: number;
  line_count: number;
  line_units: number;
  head: string | null;
}

const chainFromRow = ({ line_count, line_units, head, used }: MonthRow): MonthChain => ({
  count: line_count,
  units: line_units,
  head,
  counted: used,
});

@Injectable()
export class QuotaRepository {
  /**
   * Locks the accounts in the order of their ids, so that two batches never deadlock, and reads what the batch needs. The lock is held until the end
   * of the transaction: operations on one account happen one after another.
   */
  async lockAccounts(manager: EntityManager, wanted: Wanted[], now: Date): Promise<Map<string, AccountQuota>> {
    const ids = wanted.map((one) => one.accountId);
    let accounts = await this.lockRows(manager, ids);
    if (accounts.length < ids.length) {
      await manager.query('INSERT INTO quota_accounts (account_id) SELECT unnest($1::uuid[]) ON CONFLICT DO NOTHING', [
        [...ids].sort(),
      ]);
      accounts = await this.lockRows(manager, ids);
    }
    const months: MonthRow[] = await manager.query(
      `SELECT account_id, month, used, reserved, line_count, line_units, encode(head, 'hex') AS head
       FROM quota_months WHERE account_id = ANY($1::uuid[])`,
      [ids],
    );
    const calls = (await this.readCalls(manager, wanted, ids, now)).map(callFromRow);
    spareLiveHolders(calls, wanted);
    const owners = new Map(calls.map((call) => [call.callId, call.accountId]));
    return new Map(
      accounts.map((account) => {
        const own = months.filter((m) => m.account_id === account.account_id);
        return [
          account.account_id,
          new AccountQuota(
            account.account_id,
            account.timetable ?? FREE_TIMETABLE,
            new Map<string, MonthCounters>(own.map((m) => [m.month, { used: m.used, reserved: m.reserved }])),
            calls.filter((call) => call.accountId === account.account_id),
            now,
            owners,
            new Map(own.map((m) => [m.month, chainFromRow(m)])),
          ),
        ];
      }),
    );
  }

  /**
   * Writes rows and counters in one statement. New rows have no id yet and changed ones have one, so its parts never touch the same row. A new row
   * may take the key or call id that a changed row gives up: both are checked for uniqueness at the end of the statement. The statement also writes
   * the statement lines, so a unit and its line commit together, in the order of the account's lock (STAT-1).
   */
  async save(manager: EntityManager, accounts: Iterable<AccountQuota>): Promise<void> {
    const all = [...accounts];
    const calls = all.flatMap((account) => [...account.changedCalls]);
    if (calls.length === 0) return;
    const added = all.map((account) => ({ account, ...newLinesOf(account) }));
    const lines = added.flatMap(({ rows }) => rows);
    const months = added.flatMap(({ account, heads }) =>
      [...heads].map(([month, { count, units, head }]) => ({
        account_id: account.accountId,
        month,
        ...account.months.get(month),
        line_count: count,
        line_units: units,
        head,
      })),
    );
    const row = `id bigint, call_id uuid, account_id uuid, month char(7), attempt int, state text, mode text, holder text, idem_hash char(64),
      body_hash char(64), result_ref text, video_id text, title text, summary_type text, duration_seconds int, hidden_at timestamptz,
      refund_reason text, replayed_attempt int, client text, endpoint text, reserved_at timestamptz`;
    const columns = `call_id, account_id, month, attempt, state, mode, holder, idem_hash, body_hash, result_ref, video_id, title, summary_type,
      duration_seconds, hidden_at, refund_reason, replayed_attempt, client, endpoint, reserved_at`;
    await manager.query(
      `WITH added AS (
         INSERT INTO metered_calls (${columns}) SELECT ${columns} FROM jsonb_to_recordset($1::jsonb) AS n(${row}) RETURNING id, call_id
       ), ${lines.length > 0 ? LINES : ''} changed AS (
         UPDATE metered_calls c SET (${columns}) = (SELECT ${columns.replace(/(\w+)(,|$)/g, 'n.$1$2')})
         FROM jsonb_to_recordset($2::jsonb) AS n(${row}) WHERE c.id = n.id
       )
       INSERT INTO quota_months (account_id, month, used, reserved, line_count, line_units, head)
       SELECT account_id, month, used, reserved, line_count, line_units, decode(head, 'hex') FROM jsonb_to_recordset($3::jsonb)
         AS m(account_id uuid, month char(7), used int, reserved int, line_count int, line_units int, head text)
       ON CONFLICT (account_id, month) DO UPDATE SET used = excluded.used, reserved = excluded.reserved,
         line_count = excluded.line_count, line_units = excluded.line_units, head = excluded.head`,
      [
        callsToJson(calls.filter((call) => call.id === undefined)),
        callsToJson(calls.filter((call) => call.id !== undefined)),
        JSON.stringify(months),
        ...(lines.length > 0 ? [JSON.stringify(lines)] : []),
      ],
    );
  }

  /** Accounts with reservations that gateways hold; jobs are left out. */
  async accountsWithReservations(manager: EntityManager): Promise<Wanted[]> {
    const rows: { account_id: string; call_ids: string[] }[] = await manager.query(
      `SELECT account_id, array_agg(call_id) AS call_ids FROM metered_calls WHERE state = 'reserved' AND mode = 'sync' GROUP BY account_id`,
    );
    return rows.map((row) => ({ accountId: row.account_id, callIds: row.call_ids, idemHashes: [] }));
  }

  /** Accounts with a reservation of a dead gateway, or of a job that never ended. */
  async accountsWithLapsed(manager: EntityManager, now: Date): Promise<string[]> {
    const rows: { account_id: string }[] = await manager.query(
      `SELECT DISTINCT account_id FROM metered_calls c WHERE ${lapsed('$1')} ORDER BY account_id`,
      [now.toISOString()],
    );
    return rows.map((row) => row.account_id);
  }

  /**
   * Renews a lease. After a time in which no gateway renewed, the first renewal also extends the leases of all gateways that were alive when that
   * time began, because they could not renew. A lease that ended within half a lease of that moment had been renewed in time.
   */
  async renewLease(manager: EntityManager, holder: string, leaseSeconds: number): Promise<void> {
    await manager.query(
      `WITH silence AS (
         SELECT max(lease_until) AS began FROM holders HAVING max(lease_until) < now()
       ), others AS (
         UPDATE holders h SET lease_until = now() + make_interval(secs => $2) FROM silence
         WHERE h.holder <> $1 AND h.lease_until >= silence.began - make_interval(secs => $2::float8 / 2)
       )
       INSERT INTO holders (holder, lease_until) VALUES ($1, now() + make_interval(secs => $2))
       ON CONFLICT (holder) DO UPDATE SET lease_until = excluded.lease_until`,
      [holder, leaseSeconds],
    );
  }

  /** Adds a lease without extending any other. */
  async addLease(manager: EntityManager, holder: string, leaseSeconds: number): Promise<void> {
    await manager.query(
      `INSERT INTO holders (holder, lease_until) VALUES ($1, now() + make_interval(secs => $2)) ON CONFLICT (holder) DO UPDATE SET lease_until = excluded.lease_until`,
      [holder, leaseSeconds],
    );
  }

  /**
   * Deletes the leases of gateways that ended long ago; each process of a gateway has its own holder. Counts from the newest lease, so that a time
   * without any renewal deletes none: the first renewal after it extends those that were alive (`renewLease`). Counts from now when the newest lease
   * is in the future, as after a wrong clock of the database, so that a valid lease is never deleted.
   */
  async forgetLeases(manager: EntityManager, keptDays: number): Promise<void> {
    await manager.query(
      'DELETE FROM holders WHERE lease_until < least((SELECT max(lease_until) FROM holders), now()) - make_interval(days => $1)',
      [keptDays],
    );
  }

  /** Whether nobody holds a valid lease: no gateway, and not the sweep. */
  async isSilent(manager: EntityManager): Promise<boolean> {
    const [{ silent }] = await manager.query(
      'SELECT NOT EXISTS (SELECT FROM holders WHERE lease_until >= now()) AS silent',
    );
    return silent;
  }

  /** Deletes at most `limit` released calls of each kind that were reserved before its moment; several processes may do so in parallel. */
  async forgetReleased(manager: EntityManager, unkeyedSince: Date, keyedSince: Date, limit: number): Promise<number> {
    const oldest = (key: string, since: string) =>
      `(SELECT id FROM metered_calls WHERE state = 'released' AND idem_hash ${key} AND reserved_at < ${since} ORDER BY reserved_at LIMIT $3 FOR UPDATE SKIP LOCKED)`;
    const [, forgotten] = await manager.query(
      `DELETE FROM metered_calls WHERE id IN (SELECT id FROM ${oldest('IS NULL', '$1')} AS unkeyed UNION ALL SELECT id FROM ${oldest('IS NOT NULL', '$2')} AS keyed)`,
      [unkeyedSince, keyedSince, limit],
    );
    return forgotten;
  }

  /**
   * Reads the `limit` oldest calls after the row `after` and deletes those of months before `month`. Returns how many were deleted, and the last row
   * that was read. Row numbers follow time, so the first read that deletes nothing is the end, and no index by month is needed. Calls in flight stay,
   * and a locked one is left for the next run.
   */
  async forgetBefore(
    manager: EntityManager,
    month: string,
    after: string,
    limit: number,
  ): Promise<{ gone: number; last: string | null }> {
    const [looked] = await manager.query(
      `WITH looked AS MATERIALIZED (
         SELECT max(id) AS last FROM (SELECT id FROM metered_calls WHERE id > $2 ORDER BY id LIMIT $3) AS oldest
       ), old AS (
         SELECT id FROM metered_calls WHERE id > $2 AND id <= (SELECT last FROM looked) AND month < $1 AND state <> 'reserved' FOR UPDATE SKIP LOCKED
       ), gone AS (
         DELETE FROM metered_calls WHERE id IN (SELECT id FROM old) RETURNING 1
       )
       SELECT (SELECT count(*)::int FROM gone) AS gone, (SELECT last FROM looked) AS last`,
      [month, after, limit],
    );
    return looked;
  }

  private async lockRows(
    manager: EntityManager,
    ids: string[],
  ): Promise<{ account_id: string; timetable: Timetable | null }[]> {
    return manager.query(
      'SELECT account_id, timetable FROM quota_accounts WHERE account_id = ANY($1::uuid[]) ORDER BY account_id FOR UPDATE',
      [ids],
    );
  }

  private async readCalls(
    manager: EntityManager,
    wanted: Wanted[],
    accountIds: string[],
    now: Date,
  ): Promise<CallRow[]> {
    const keyed = wanted.flatMap((one) =>
      one.idemHashes.map((hash) => ({ account_id: one.accountId, idem_hash: hash })),
    );
    return manager.query(
      `SELECT c.*, ${lapsed('$4')} AS lapsed FROM metered_calls c WHERE c.call_id = ANY($1::uuid[])
       UNION
       SELECT c.*, ${lapsed('$4')} FROM jsonb_to_recordset($2::jsonb) AS k(account_id uuid, idem_hash char(64))
         JOIN metered_calls c ON c.account_id = k.account_id AND c.idem_hash = k.idem_hash
       UNION
       SELECT c.*, true FROM metered_calls c WHERE c.account_id = ANY($3::uuid[]) AND c.state = 'reserved' AND ${lapsed('$4')}`,
      [wanted.flatMap((one) => one.callIds), JSON.stringify(keyed), accountIds, now.toISOString()],
    );
  }
}

/** Whether a batch failed because another account's parallel batch took a call id: accounts are locked, call ids are not. */
export function isCallIdTaken(error: unknown): boolean {
  return (error as { constraint?: string } | null)?.constraint === 'metered_calls_one_per_call_id';
}

/** A gateway that reserves, or names one of its calls, is alive, although its lease may not be renewed yet. So none of its calls lapses. */
function spareLiveHolders(calls: MeteredCall[], wanted: Wanted[]): void {
  const named = new Set(wanted.flatMap((one) => one.callIds));
  const speaking = new Set<string | null>(wanted.flatMap((one) => one.holders ?? []));
  for (const call of calls) if (named.has(call.callId)) speaking.add(call.facts.holder);
  for (const call of calls) if (call.facts.holder !== null && speaking.has(call.facts.holder)) call.lapsed = false;
}
