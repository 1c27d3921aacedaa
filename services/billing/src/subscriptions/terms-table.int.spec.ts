import { randomBytes, randomUUID } from 'node:crypto';
import { migrate } from '@precis/runtime/database';
import { freshDatabase } from '@precis/testing/postgres';
import { DataSource } from 'typeorm';
import { openDatabase } from '../database.js';
import { GrantingDatabase } from '../testing/granting-database.js';

let billing: GrantingDatabase;
let accountId: string;
beforeAll(async () => void (billing = await GrantingDatabase.open()));
afterAll(() => billing.close());
beforeEach(async () => {
  accountId = randomUUID();
  await billing.database.query('INSERT INTO subscriptions (account_id, version, opened_at) VALUES ($1, 0, now())', [
    accountId,
  ]);
});

async function insertTerm(account: string, from: string, to: string): Promise<void> {
  await billing.database.query(
    `INSERT INTO terms (id, account_id, origin, plan, months, videos_per_month, starts_at, ends_at, sold_starts_at, sold_ends_at)
     VALUES ($1::uuid, $2, 'test:' || $1, 'basic', 1, 100, $3, $4, $3, $4)`,
    [randomUUID(), account, from, to],
  );
}

describe('the terms table', () => {
  it.each([
    ['2026-12-15T00:00:00Z', '2027-01-15T00:00:00Z'],
    ['2026-11-15T00:00:00Z', '2026-12-01T00:00:01Z'],
    ['2026-12-10T00:00:00Z', '2026-12-11T00:00:00Z'],
    ['2026-11-01T00:00:00Z', '2027-06-01T00:00:00Z'],
  ])('refuses a term of %s to %s that overlaps one of December', async (from, to) => {
    await insertTerm(accountId, '2026-12-01T00:00:00Z', '2027-01-01T00:00:00Z');
    await expect(insertTerm(accountId, from, to)).rejects.toMatchObject({
      driverError: { code: '23P01', constraint: 'terms_never_overlap' },
    });
  });

  it('accepts adjacent terms, and the same time for another account', async () => {
    await insertTerm(accountId, '2026-12-01T00:00:00Z', '2027-01-01T00:00:00Z');
    await insertTerm(accountId, '2027-01-01T00:00:00Z', '2027-02-01T00:00:00Z');
    const other = randomUUID();
    await billing.database.query('INSERT INTO subscriptions (account_id, version, opened_at) VALUES ($1, 0, now())', [
      other,
    ]);
    await insertTerm(other, '2026-12-01T00:00:00Z', '2027-01-01T00:00:00Z');
    expect(await billing.terms(accountId)).toHaveLength(2);
  });

  it('refuses a term that ends before it begins', async () => {
    await expect(insertTerm(accountId, '2027-01-01T00:00:00Z', '2026-12-01T00:00:00Z')).rejects.toThrow();
  });

  it('is created by a database owner who is not a superuser', async () => {
    const fresh = await freshDatabase();
    const url = new URL(fresh.url);
    const role = `owner_${randomBytes(6).toString('hex')}`;
    const admin = await new DataSource({ type: 'postgres', url: fresh.url }).initialize();
    try {
      await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD 'owner' NOSUPERUSER`);
      await admin.query(`ALTER DATABASE ${url.pathname.slice(1)} OWNER TO ${role}`);
      [url.username, url.password] = [role, 'owner'];
      const owner = await openDatabase(url.href);
      await migrate(owner).finally(() => owner.destroy());
      expect(await admin.query(`SELECT tableowner FROM pg_tables WHERE tablename = 'terms'`)).toEqual([
        { tableowner: role },
      ]);
    } finally {
      await admin.query(`REASSIGN OWNED BY ${role} TO CURRENT_USER`);
      await admin.destroy();
      await fresh.drop();
      await dropRole(role);
    }
  });
});

async function dropRole(role: string): Promise<void> {
  await billing.database.query(`DROP ROLE ${role}`);
}
