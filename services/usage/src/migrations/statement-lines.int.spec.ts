import { EVENT_MIGRATIONS } from '@precis/events/schema/event-migrations';
import { migrate, openDatabase } from '@precis/runtime/database';
import { type FreshDatabase, freshDatabase } from '@precis/testing/postgres';
import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { openDatabase as openUsageDatabase } from '../database.js';
import { CloseMonths } from '../statement/close-months.usecase.js';
import { GetStatement } from '../statement/get-statement.usecase.js';
import { StatementRepository } from '../statement/statement.repository.js';
import { QuotaTables1700000000010 } from './1700000000010-quota-tables.js';
import { UniqueAtStatementEnd1700000000011 } from './1700000000011-unique-at-statement-end.js';

const ALL = { after: 0, limit: 100, upTo: 0 };
const account = randomUUID();
let database: FreshDatabase;
let old: DataSource;
let source: DataSource;
beforeAll(async () => {
  database = await freshDatabase();
  old = await openDatabase({
    url: database.url,
    migrations: [...EVENT_MIGRATIONS, QuotaTables1700000000010, UniqueAtStatementEnd1700000000011],
  });
  await migrate(old);
  source = await openUsageDatabase(database.url, 2);
});
afterAll(async () => {
  await Promise.all([old?.destroy(), source?.destroy()]);
  await database?.drop();
});

describe('months from before statement lines existed (STAT-5)', () => {
  it('have no lines and are not announced; the month of the update carries its count over, and is closed like all later ones', async () => {
    const [{ now, present, earlier }] = await old.query(
      `SELECT now(), to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM') AS present, to_char(date_trunc('month', now() AT TIME ZONE 'UTC') - interval '1 day', 'YYYY-MM') AS earlier`,
    );
    await old.query('INSERT INTO quota_accounts (account_id) VALUES ($1)', [account]);
    await old.query(
      'INSERT INTO quota_months (account_id, month, used, reserved) VALUES ($1, $2, 7, 0), ($1, $3, 2, 0)',
      [account, earlier, present],
    );
    expect(await migrate(source)).toContain('StatementLines1700000000020');

    const later = { now: () => new Date((now as Date).getTime() + 40 * 86_400_000) };
    const statements = new StatementRepository();
    const get = new GetStatement(source, statements, later);
    for (const month of [earlier, present])
      expect(await get.execute(account, month, ALL)).toMatchObject({ count: 0, completeFrom: null, closed: null });

    await new CloseMonths(source, statements, later).execute();
    expect(await get.execute(account, earlier, ALL)).toMatchObject({ used: 7, count: 0, closed: null });
    expect(await get.execute(account, present, ALL)).toMatchObject({
      used: 2,
      units: 2,
      lines: [{ kind: 'carried', units: 2 }],
      closed: { count: 1 },
    });
    expect(await source.query(`SELECT type FROM outbox WHERE key = $1`, [account])).toEqual([
      { type: 'usage-month-closed' },
    ]);
  }, 60_000);
});
