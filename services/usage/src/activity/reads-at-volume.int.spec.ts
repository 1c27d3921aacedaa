import { migratedDatabase } from '@precis/testing/migrated-database';
import type { DataSource } from 'typeorm';
import { openDatabase } from '../database.js';
import { accountReads } from '../testing/account-reads.js';
import { seedMonth } from '../testing/month-of-calls.js';
import { touchedBy } from '../testing/touched-rows.js';

const SIZE = { calls: 60_000, accounts: 100, month: '2026-11' };
const MIDDLE = new Date('2026-11-14T12:00:00Z');
/** For an account with a tenth of all requests, Postgres may search the newest requests of all accounts, and so read ten times the rows. */
const TENTH = 10;
const NOW = new Date('2026-11-28T00:00:00Z');

let database: DataSource;
let drop: () => Promise<void>;
let seeded: { large: string; usual: string };
beforeAll(async () => {
  const own = await migratedDatabase('usage', openDatabase);
  ({ drop } = own);
  database = await openDatabase(own.url);
  seeded = await seedMonth(own.url, SIZE);
}, 120_000);
afterAll(async () => {
  await database?.destroy();
  await drop?.();
});

async function chargedOf(accountId: string): Promise<number> {
  const [{ used }] = await database.query('SELECT used FROM quota_months WHERE account_id = $1', [accountId]);
  return used;
}

describe.each(['usual', 'large'] as const)('reads of the %s account beside many others', (which) => {
  it('look at the rows of their answer and no others, and never at a whole table', async () => {
    const accountId = seeded[which];
    const charged = await chargedOf(accountId);
    expect(charged).toBeGreaterThan(500);
    for (const read of accountReads(accountId, SIZE.month, charged, MIDDLE, NOW)) {
      const { rows, scanned } = await touchedBy(database, read.run);
      expect({ name: read.name, scanned }).toEqual({ name: read.name, scanned: [] });
      // One more row shows whether there is another page; and a few calls of the account were not charged, but may be read.
      const most = read.shown * (which === 'large' && read.name.startsWith('requests') ? TENTH : 1.1) + 3;
      expect({ name: read.name, rows: Math.min(rows, most) }).toEqual({ name: read.name, rows });
    }
  }, 120_000);

  it('counts its clients from the index alone', async () => {
    const { rows, pages } = await touchedBy(database, (one) =>
      accountReads(seeded[which], SIZE.month, 0, MIDDLE, NOW)
        .find(({ name }) => name === 'clients')!
        .run(one),
    );
    // If Postgres fetched the rows from the table, it would read about one page per row.
    expect(pages).toBeLessThan(rows / 10);
  });
});
