import { randomUUID } from 'node:crypto';
import { GrantingDatabase } from '../testing/granting-database.js';

let billing: GrantingDatabase;
beforeAll(async () => void (billing = await GrantingDatabase.open()));
afterAll(() => billing.close());

const times = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

describe('parallel grants', () => {
  it('of 20 ids give one account 20 consecutive terms and versions 1 to 20', async () => {
    const accountId = randomUUID();
    await Promise.all(
      times(20, () => billing.granter().execute({ grantId: randomUUID(), accountId, plan: 'basic', months: 1 })),
    );
    const terms = await billing.terms(accountId);
    expect(terms).toHaveLength(20);
    for (let i = 1; i < terms.length; i++) expect(terms[i].starts_at).toEqual(terms[i - 1].ends_at);
    const announced = await billing.announced(accountId);
    expect(announced.map(({ version }) => version)).toEqual(times(20, (i) => i + 1));
    expect(announced.map(({ timetable }) => timetable.length)).toEqual(times(20, (i) => i + 2));
  });

  it('of different plans leave a timetable without overlap and the highest plan running', async () => {
    const accountId = randomUUID();
    const plans = ['basic', 'medium', 'enterprise'];
    await Promise.all(
      times(12, (i) => billing.granter().execute({ grantId: randomUUID(), accountId, plan: plans[i % 3], months: 1 })),
    );
    const terms = await billing.terms(accountId);
    expect(terms[0]).toMatchObject({ plan: 'enterprise', starts_at: billing.clock.now() });
    for (let i = 1; i < terms.length; i++) expect(terms[i].starts_at).toEqual(terms[i - 1].ends_at);
    expect((await billing.announced(accountId)).map(({ version }) => version)).toEqual(times(12, (i) => i + 1));
  });

  it('of one id give one term, and every caller the same answer', async () => {
    const wanted = { grantId: randomUUID(), accountId: randomUUID(), plan: 'medium', months: 3 };
    const answers = await Promise.all(times(10, () => billing.granter().execute(wanted)));
    expect(
      new Set(answers.map(({ startsAt, endsAt }) => `${startsAt.toISOString()} ${endsAt.toISOString()}`)).size,
    ).toBe(1);
    expect(await billing.terms(wanted.accountId)).toHaveLength(1);
    expect(await billing.announced(wanted.accountId)).toHaveLength(1);
  });

  it('of one id for different accounts give one account a term and refuse the others', async () => {
    const grantId = randomUUID();
    const accounts = times(5, () => randomUUID());
    const results = await Promise.allSettled(
      accounts.map((accountId) => billing.granter().execute({ grantId, accountId, plan: 'basic', months: 1 })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results)
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({ kind: 'conflict', code: 'grant_id_taken' });
    expect((await Promise.all(accounts.map((accountId) => billing.terms(accountId)))).flat()).toHaveLength(1);
  });
});
