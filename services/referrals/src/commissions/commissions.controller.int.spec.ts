import { randomUUID } from 'node:crypto';
import { completed, refunded, walletEntry } from '../testing/facts.js';
import { ReferralsWorld } from '../testing/referrals-world.js';

let world: ReferralsWorld;
beforeAll(async () => void (world = await ReferralsWorld.start()));
afterAll(() => world?.close());

const list = (accountId: string, after = '', limit = 100) =>
  world.running.as('gateway').listCommissions({ accountId, after, limit });

describe('the commissions of a referrer', () => {
  it('are shown newest first, in pages without gaps or repeats, for this referrer only', async () => {
    const [{ id: referrer, code }, stranger] = [await world.referrer(), await world.referrer()];
    const userId = await world.referred(code);
    await world.tell(Array.from({ length: 7 }, () => completed({ userId, paymentId: randomUUID() })));
    await world.tell([completed({ userId: await world.referred(stranger.code), paymentId: randomUUID() })]);
    const whole = await list(referrer);
    expect(whole.commissions).toHaveLength(7);
    expect(whole.next).toBe('');
    expect(whole.commissions[0]).toMatchObject({
      referredId: userId,
      amountCents: 150,
      percentage: 15,
      status: 'pending',
    });
    const paged = [];
    for (let after = '', more = true; more;) {
      const page = await list(referrer, after, 3);
      paged.push(...page.commissions);
      after = page.next;
      more = after !== '';
    }
    expect(paged).toEqual(whole.commissions);
    const times = whole.commissions.map(({ createdAtSeconds }) => createdAtSeconds);
    expect(times).toEqual([...times].sort((a, b) => b - a));
  });

  it('add up to the stats, in every status', async () => {
    const { id: referrer, code } = await world.referrer();
    const userId = await world.referred(code);
    const [kept, halved, gone] = [randomUUID(), randomUUID(), randomUUID()];
    await world.tell([kept, halved, gone].map((paymentId) => completed({ userId, paymentId })));
    const rows = await world.commissions(userId);
    const of = (paymentId: string) => rows.find((row) => row.payment_id === paymentId)!.id;
    await world.tell([walletEntry(referrer, of(halved)), walletEntry(referrer, of(gone))]);
    await world.tell([
      refunded({ userId, paymentId: halved }, 'A', 500),
      refunded({ userId, paymentId: gone }, 'B', 1_000),
    ]);
    const shown = (await list(referrer)).commissions.map(({ id, status, amountCents }) => [id, status, amountCents]);
    expect(shown.sort()).toEqual(
      [
        [of(kept), 'pending', 150],
        [of(halved), 'completed', 75],
        [of(gone), 'reversed', 150],
      ].sort(),
    );
    expect(await world.running.as('gateway').getStats({ accountId: referrer })).toEqual({
      totalReferrals: 1,
      totalCents: 225,
      pendingCents: 150,
      completedCents: 75,
    });
  });

  it('are empty for an unknown account', async () => {
    expect(await list(randomUUID())).toEqual({ commissions: [], next: '' });
  });

  it.each([
    [{ accountId: '' }, 'account_id_invalid'],
    [{ accountId: "' OR 1=1" }, 'account_id_invalid'],
    [{ limit: 0 }, 'limit_invalid'],
    [{ limit: 101 }, 'limit_invalid'],
    [{ limit: -1 }, 'limit_invalid'],
    [{ after: 'x' }, 'after_invalid'],
    [{ after: randomUUID() }, 'after_invalid'],
  ])('are refused for %j', async (changes, code) => {
    const request = { accountId: randomUUID(), after: '', limit: 10, ...changes };
    await expect(world.running.as('gateway').listCommissions(request)).rejects.toMatchObject({ kind: 'invalid', code });
  });

  it('cannot be paged with a commission of somebody else', async () => {
    const { id: referrer, code } = await world.referrer();
    const userId = await world.referred(code);
    await world.tell([completed({ userId, paymentId: randomUUID() })]);
    const [{ id }] = (await list(referrer)).commissions;
    await expect(list(randomUUID(), id)).rejects.toMatchObject({ code: 'after_invalid' });
  });
});
