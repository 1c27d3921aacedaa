import type { StatementLine } from '@precis/statement/statement-line';
import type { AccountQuota } from '../quota/account-quota.rule.js';
import type { MeteredCall } from '../quota/metered-call.rule.js';
import { appendLines, carriedEntry, type ChainHead, NO_LINES } from './chain.js';

/** A new row of statement_lines. A new call has no row number yet; `row_call_id` finds it in the same SQL statement. */
export interface NewLine {
  month: string;
  account_id: string;
  seq: number;
  at: string;
  call_id: string | null;
  units: number;
  kind: string;
  hash: string;
  row_id: string | null;
  row_call_id: string | null;
  attempt: number | null;
}

/** The columns of these rows for jsonb_to_recordset. */
export const NEW_LINE = `month char(7), account_id uuid, seq int, at timestamptz, call_id uuid, units int, kind text, hash text, row_id bigint,
  row_call_id uuid, attempt int`;

/** The rows for the charges and refunds of a batch of operations, and the new head of each changed month of the account (STAT-1). */
export function newLinesOf(account: AccountQuota): { rows: NewLine[]; heads: Map<string, ChainHead> } {
  const rows: NewLine[] = [];
  const heads = new Map<string, ChainHead>();
  for (const month of account.changedMonths) {
    const before = account.chains.get(month) ?? { ...NO_LINES, counted: 0 };
    const moves = account.moves.filter((move) => move.month === month);
    const carried = moves.length === 0 ? [] : carriedEntry(before, before.counted, account.now);
    const { lines, chain } = appendLines(account.accountId, month, before, [...carried, ...moves]);
    heads.set(month, chain);
    lines.forEach((line, index) => rows.push(rowOf(account.accountId, month, line, moves[index - carried.length])));
  }
  return { rows, heads };
}

/** `of`: the attempt of the call that the unit belongs to; absent for a carried line. */
export function rowOf(
  accountId: string,
  month: string,
  { seq, time, units, kind, hash }: StatementLine,
  of?: { callId: string; call: MeteredCall; attempt: number },
): NewLine {
  return {
    month,
    account_id: accountId,
    seq,
    at: time,
    call_id: of?.callId ?? null,
    units,
    kind,
    hash,
    row_id: of?.call.id ?? null,
    row_call_id: of?.call.callId ?? null,
    attempt: of?.attempt ?? null,
  };
}
