import type { Verdict } from '@precis/statement/verify-statement';
import { verifyStatement } from '@precis/statement/verify-statement';
import type { StatementLine } from '@precis/statement/statement-line';
import { GetStatement, type StatementPage } from '../statement/get-statement.usecase.js';
import { StatementRepository } from '../statement/statement.repository.js';
import type { QuotaWorld } from './quota-world.js';

/** A month's statement as a client collects it: its first page's head, and all lines up to it. */
export async function statementOf(
  world: QuotaWorld,
  accountId: string,
  month: string,
  limit = 400,
): Promise<StatementPage> {
  const statements = new GetStatement(world.database, new StatementRepository(), world.clock);
  const first = await statements.execute(accountId, month, { after: 0, limit, upTo: 0 });
  const lines = [...first.lines];
  while (lines.length < first.count) {
    const page = await statements.execute(accountId, month, { after: lines.length, limit, upTo: first.count });
    if (page.lines.length === 0) break;
    lines.push(...page.lines);
  }
  return { ...first, lines };
}

/** The verifier's verdict on the file. */
export async function verdictOf(page: StatementPage, month: string): Promise<Verdict> {
  const { account, count, units, head } = page;
  async function* file() {
    yield `${JSON.stringify({ statement: { account, month, count, units, head } })}\n`;
    for (const line of page.lines) yield `${JSON.stringify(line)}\n`;
  }
  return verifyStatement(file());
}

/** The units of a day, by its lines. A refund counts on the day of the refund. */
export function unitsByDay(lines: StatementLine[]): Record<string, number> {
  const days: Record<string, number> = {};
  for (const { time, units } of lines) days[time.slice(0, 10)] = (days[time.slice(0, 10)] ?? 0) + units;
  return days;
}
