import { freshDatabase, type FreshDatabase } from '@precis/testing/postgres';
import { DataSource } from 'typeorm';
import type { Books } from './open-books.js';
import { paidOnce } from './paid-once.js';

const [FIRST, SECOND] = ['66666666-6666-4666-8666-666666666661', '66666666-6666-4666-8666-666666666662'];

let databases: Record<string, FreshDatabase>;
let sources: Record<string, DataSource>;
beforeAll(async () => {
  databases = { billing: await freshDatabase(), referrals: await freshDatabase() };
  // The columns of both services' tables that the invariant reads, without their constraints.
  await databases.billing.run(`
    CREATE TABLE ledger_transfers (id serial PRIMARY KEY, kind text, reference text, posted_at timestamptz);
    CREATE TABLE ledger_entries (transfer_id int, amount_cents bigint)`);
  await databases.referrals.run(
    'CREATE TABLE commission_entries (id uuid PRIMARY KEY, kind text, state text, amount_cents bigint)',
  );
  const open = (name: string) => new DataSource({ type: 'postgres', url: databases[name].url }).initialize();
  sources = { billing: await open('billing'), referrals: await open('referrals') };
});
beforeEach(async () => {
  await databases.billing.run('TRUNCATE ledger_transfers, ledger_entries');
  await databases.referrals.run('TRUNCATE commission_entries');
});
afterAll(async () => {
  for (const source of Object.values(sources ?? {})) await source.destroy();
  for (const database of Object.values(databases ?? {})) await database.drop();
});

const books = (...names: string[]): Books => ({
  graceSeconds: 60,
  has: (book) => names.includes(book),
  read: (book, sql, parameters) => sources[book].query(sql, parameters),
  close: async () => undefined,
});
const known = (id: string, state: string, cents: number, kind = 'credit') =>
  sources.referrals.query('INSERT INTO commission_entries VALUES ($1, $2, $3, $4)', [id, kind, state, cents]);
async function posted(reference: string, cents: number, kind = 'commission', age = '1 hour'): Promise<void> {
  await sources.billing.query(
    `WITH t AS (INSERT INTO ledger_transfers (kind, reference, posted_at) VALUES ($1, $2, now() - $3::interval) RETURNING id)
     INSERT INTO ledger_entries SELECT id, cents FROM t, (VALUES ($4::bigint), (-$4::bigint)) AS v (cents)`,
    [kind, reference, age, cents],
  );
}
const check = (...names: string[]) => paidOnce.check(books('billing', ...names));

describe('commissions compared with the ledger', () => {
  it('agree where each one in the wallet has one transfer of its amount, whatever became of the others', async () => {
    await known(FIRST, 'posted', 1_260);
    await posted(FIRST, 1_260);
    await known(SECOND, 'announced', 900);
    await posted(FIRST, 1_260, 'commission-reversed');
    expect(await check('referrals')).toEqual({ counted: { payments: 0, commissions: 1 }, faults: [] });
  });

  it('are reported when one has no transfer, two transfers or another amount', async () => {
    await known(FIRST, 'posted', 1_260);
    expect((await check('referrals')).faults).toEqual([
      `commission ${FIRST} of 1260 cents has 0 transfers with 0 cents`,
    ]);
    await posted(FIRST, 1_259);
    expect((await check('referrals')).faults).toEqual([
      `commission ${FIRST} of 1260 cents has 1 transfers with 1259 cents`,
    ]);
    await posted(FIRST, 1);
    expect((await check('referrals')).faults).toEqual([
      `commission ${FIRST} of 1260 cents has 2 transfers with 1260 cents`,
    ]);
    expect((await check()).faults).toEqual([]);
  });

  it('are reported when more was taken back than given, once the credit is not merely late', async () => {
    await posted(FIRST, 500, 'commission-reversed', '1 second');
    expect((await check()).faults).toEqual([]);
    await posted(SECOND, 500, 'commission-reversed');
    expect((await check()).faults).toEqual([`commission ${SECOND} was credited with 0 cents and reversed with 500`]);
    await posted(SECOND, 500);
    expect((await check()).faults).toEqual([]);
  });
});
