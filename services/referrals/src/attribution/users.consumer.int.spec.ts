import { randomUUID } from 'node:crypto';
import { changed, completed, deleted, registered, verified } from '../testing/facts.js';
import { ReferralsWorld } from '../testing/referrals-world.js';

let world: ReferralsWorld;
beforeAll(async () => void (world = await ReferralsWorld.start()));
afterAll(() => world?.close());

const account = async (id: string) =>
  (await world.outside.query('SELECT * FROM accounts WHERE account_id = $1', [id]))[0];
const referrerOf = async (id: string) => (await account(id))?.referrer_id ?? null;
const totalReferrals = async (accountId: string) =>
  (await world.running.as('gateway').getStats({ accountId })).totalReferrals;

describe('email-verified', () => {
  it('gives the account its referrer once, also when it arrives twice', async () => {
    const { id: referrer, code } = await world.referrer();
    const id = randomUUID();
    await world.tell([registered(id), verified(id, code)], 3);
    expect(await account(id)).toMatchObject({ referrer_id: referrer, attributed_by: 'sign-up', attributed_from: '0' });
    expect(await totalReferrals(referrer)).toBe(1);
  });

  it('accepts the code in any spelling', async () => {
    const { id: referrer, code } = await world.referrer();
    const id = await world.referred(`${code.slice(0, 4)}-${code.slice(4).toLowerCase()} `);
    expect(await referrerOf(id)).toBe(referrer);
  });

  it('sets a referrer only for an existing code, and never fails', async () => {
    for (const code of ['', 'ZZZZZZZZZZ', 'no code at all', '\u{1F600}', 'x'.repeat(64)])
      expect(await referrerOf(await world.referred(code))).toBeNull();
  });

  it('keeps the first referrer when a later event has another code', async () => {
    const [first, second] = [await world.referrer(), await world.referrer()];
    const id = await world.referred(first.code);
    await world.tell([verified(id, second.code)]);
    expect(await referrerOf(id)).toBe(first.id);
    expect(await totalReferrals(second.id)).toBe(0);
  });
});

describe('user-registered and email-changed', () => {
  it('keep one hash of each address, also when they arrive twice', async () => {
    const id = randomUUID();
    await world.tell([registered(id, 'one@example.com'), changed(id, 'two@example.com')], 3);
    await world.tell([registered(id, 'one@example.com'), changed(id, 'one@example.com')]);
    expect((await account(id)).email_hashes).toHaveLength(2);
  });

  it('ignore a typed code: only the code of the link sets a referrer', async () => {
    const id = randomUUID();
    await world.tell([registered(id)]);
    expect(await referrerOf(id)).toBeNull();
  });

  it("refuse the account's own code, and a code of the same person by any present or former address (REF-4)", async () => {
    const { id: referrer, code } = await world.referrer();
    await world.tell([changed(referrer, 'later@example.com'), verified(referrer, code)]);
    expect(await referrerOf(referrer)).toBeNull();
    for (const address of ['later@example.com', `${referrer}@example.com`]) {
      const id = randomUUID();
      await world.tell([registered(id, address), verified(id, code)]);
      expect(await referrerOf(id)).toBeNull();
    }
    const moved = randomUUID();
    await world.tell([
      registered(moved, 'other@example.com'),
      changed(moved, 'later@example.com'),
      verified(moved, code),
    ]);
    expect(await referrerOf(moved)).toBeNull();
  });

  it('of a referrer may arrive last: waiting accounts are then decided, and the same person is refused', async () => {
    const referrer = randomUUID();
    const { code } = await world.running.as('gateway').getCode({ accountId: referrer });
    const [friend, self] = [await world.referred(code), randomUUID()];
    await world.tell([registered(self, 'self@example.com'), verified(self, code)]);
    await world.tell([completed({ userId: friend, paymentId: randomUUID() })]);
    expect([await referrerOf(friend), await referrerOf(self)]).toEqual([null, null]);
    await world.tell([registered(referrer, 'self@example.com')], 2);
    expect([await referrerOf(friend), await referrerOf(self)]).toEqual([referrer, null]);
    expect(await world.commissions(friend)).toMatchObject([{ referrer_id: referrer, status: 'approved' }]);
  });
});

describe('user-deleted (REF-15)', () => {
  it('deletes code and hashes, keeps who referred whom by id, and changes nothing when it arrives again', async () => {
    const { id: referrer, code } = await world.referrer();
    const id = await world.referred(code);
    await world.tell([deleted(referrer), deleted(id)], 3);
    expect(await account(referrer)).toMatchObject({ code: null, email_hashes: [] });
    expect(await account(id)).toMatchObject({ code: null, email_hashes: [], referrer_id: referrer });
    expect(await referrerOf(await world.referred(code))).toBeNull();
  });

  it('stores no hash when an address arrives again', async () => {
    const id = await world.referred('');
    await world.tell([deleted(id), changed(id, 'again@example.com')]);
    expect((await account(id)).email_hashes).toEqual([]);
  });

  it('ends new commissions of the referrer, and keeps existing ones', async () => {
    const { id: referrer, code } = await world.referrer();
    const userId = await world.referred(code);
    const [before, after] = [randomUUID(), randomUUID()];
    await world.tell([completed({ userId, paymentId: before })]);
    await world.tell([deleted(referrer)]);
    await world.tell([completed({ userId, paymentId: after })]);
    expect(await world.commissions(userId)).toMatchObject([{ payment_id: before, status: 'approved' }]);
    expect(await world.news(referrer)).toHaveLength(1);
  });
});
