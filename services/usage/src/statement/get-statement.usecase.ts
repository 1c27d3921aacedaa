import { Injectable } from '@nestjs/common';
import type { LineKind, StatementLine } from '@precis/statement/statement-line';
import { Clock } from '@precis/runtime/clock';
import { DataSource } from 'typeorm';
import { oldestKeptMonth } from '../quota/quota-month.rule.js';
import { accountPseudonym } from './account-pseudonym.js';
import { genesisOf } from './chain.js';
import { startOfMonth } from './month-end.rule.js';
import { type LineRow, type MonthRow, StatementRepository } from './statement.repository.js';

/** A page of a month's statement. */
export interface StatementPage {
  account: string;
  used: number;
  count: number;
  units: number;
  head: string;
  /** Null for a month with usage in which no unit has a line (STAT-5). */
  completeFrom: Date | null;
  closed: { count: number; head: string; at: Date } | null;
  linesKept: boolean;
  lines: StatementLine[];
}

/** Which lines: after `after`, at most `limit`, and up to `upTo`, where 0 = the last line. */
export interface PageOf {
  after: number;
  limit: number;
  upTo: number;
}

/**
 * Reads the statement of an account's month, page by page. The head is read before the lines: the lines up to it never change, even if further
 * calls are charged (STAT-3).
 */
@Injectable()
export class GetStatement {
  constructor(
    private readonly database: DataSource,
    private readonly statements: StatementRepository,
    private readonly clock: Clock,
  ) {}

  async execute(accountId: string, month: string, page: PageOf): Promise<StatementPage> {
    const { manager } = this.database;
    const row = await this.statements.month(manager, accountId, month);
    const linesKept = month >= oldestKeptMonth(this.clock.now());
    const count = row?.line_count ?? 0;
    const to = Math.min(page.upTo || count, count);
    const read = linesKept && page.limit > 0 && page.after < to;
    const range = { from: page.after, to, limit: page.limit + 1 };
    const rows = read ? await this.statements.lines(manager, accountId, month, range) : [];
    const genesis = genesisOf(accountId, month);
    return {
      account: accountPseudonym(accountId),
      used: row?.used ?? 0,
      count,
      units: row?.line_units ?? 0,
      head: row?.head ?? genesis,
      completeFrom: await this.completeFrom(accountId, month, row),
      closed: closedOf(row),
      linesKept,
      lines: chained(rows, page.after, genesis).slice(0, page.limit),
    };
  }

  private async completeFrom(accountId: string, month: string, row: MonthRow | undefined): Promise<Date | null> {
    if (!row || (row.used === 0 && row.line_count === 0)) return startOfMonth(month);
    if (row.line_count === 0) return null;
    return (await this.statements.carriedAt(this.database.manager, accountId, month)) ?? startOfMonth(month);
  }
}

function closedOf(row: MonthRow | undefined): StatementPage['closed'] {
  if (!row?.closed_at || row.closed_count === null || row.closed_head === null) return null;
  return { count: row.closed_count, head: row.closed_head, at: row.closed_at };
}

/** The first row is the line before the page, unless the page begins with the first line. */
function chained(rows: LineRow[], after: number, genesis: string): StatementLine[] {
  let prev = genesis;
  const lines = rows.map(({ seq, at, call_id, units, kind, hash }) => {
    const line = { seq, time: at.toISOString(), call: call_id ?? '', units, kind: kind as LineKind, prev, hash };
    prev = hash;
    return line;
  });
  return lines.filter(({ seq }) => seq > after);
}
