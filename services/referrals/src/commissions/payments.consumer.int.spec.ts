import { randomUUID } from 'node:crypto';
import {
  completed,
  creditRefused,
  disputed,
  EARNED_CENTS,
  failed,
  type Paid,
  pending,
  refunded,
  registered,
  verified,
  walletEntry,
} from '../testing/facts.js';
import { ReferralsWorld } from '../testing/referrals-world.js';

let world: ReferralsWorld;
beforeAll(async () => void (world = await ReferralsWorld.start()));
afterAll(() => world?.close());

/** A referrer, an account that signed up with the code, and a payment of that account. */
async function referral(): Promise<{ referrer: string; code: string; paid: Paid }> {
  const { id: referrer, code } = await world.referrer();
  return { referrer, code, paid: { userId: await world.referred(code), paymentId: randomUUID() } };
}
const types = async (referrer: string) =>
  (await world.news(referrer)).map(({ type, amountCents }) => `${type} ${amountCents}`);
const commission = async ({ userId }: Paid) => (await world.commissions(userId))[0];
const credited = async (referrer: string, paid: Paid) =>
  world.tell([walletEntry(referrer, (await commission(paid)).id)]);
const stats = async (accountId: string) => world.running.as('gateway').getStats({ accountId });

describe('a payment of a referred account', () => {
  it('earns one commission, which is announced once, however often the event arrives', async () => {
    const { referrer, paid } = await referral();
    await world.tell([completed(paid)], 3);
    await world.tell([completed(paid)]);
    expect(await world.commissions(paid.userId)).toMatchObject([
      { payment_id: paid.paymentId, referrer_id: referrer, status: 'approved', amount_cents: EARNED_CENTS },
    ]);
    expect(await types(referrer)).toEqual([`commission-approved ${EARNED_CENTS}`]);
    expect(await stats(referrer)).toMatchObject({
      pendingCents: EARNED_CENTS,
      completedCents: 0,
      totalCents: EARNED_CENTS,
    });
  });

  it('is pending while it is not final, and approved when it is', async () => {
    const { referrer, paid } = await referral();
    await world.tell([pending(paid)], 2);
    expect(await commission(paid)).toMatchObject({ status: 'pending' });
    expect(await types(referrer)).toEqual([]);
    expect(await stats(referrer)).toMatchObject({ pendingCents: EARNED_CENTS, completedCents: 0 });
    await world.tell([completed(paid), pending(paid), failed(paid)]);
    expect(await commission(paid)).toMatchObject({ status: 'approved' });
  });

  it('has a commission that fails with it, and is restored with it', async () => {
    const { referrer, paid } = await referral();
    await world.tell([pending(paid), failed(paid)], 2);
    expect(await commission(paid)).toMatchObject({ status: 'failed', owed_cents: 0 });
    expect(await stats(referrer)).toMatchObject({ totalCents: 0 });
    await world.tell([completed(paid)]);
    expect(await commission(paid)).toMatchObject({ status: 'approved', owed_cents: EARNED_CENTS });
  });

  it('earns no commission when it failed before it was in progress, for less than a cent (REF-14), or without a referrer', async () => {
    const { paid } = await referral();
    await world.tell([failed(paid), completed({ ...paid, paymentId: randomUUID(), amountCents: 6 })]);
    expect(await world.commissions(paid.userId)).toEqual([]);
    const nobodys = { userId: await world.referred(''), paymentId: randomUUID() };
    await world.tell([completed(nobodys)]);
    expect(await world.commissions(nobodys.userId)).toEqual([]);
  });

  it('that arrives before its payer is known waits, and is decided on email-verified', async () => {
    const { id: referrer, code } = await world.referrer();
    const paid = { userId: randomUUID(), paymentId: randomUUID() };
    await world.tell([completed(paid), refunded(paid, 'R', 500)]);
    expect(await world.commissions(paid.userId)).toEqual([]);
    await world.tell([registered(paid.userId), verified(paid.userId, code)]);
    expect(await commission(paid)).toMatchObject({ status: 'approved', owed_cents: 75 });
    expect(await types(referrer)).toEqual([`commission-approved ${EARNED_CENTS}`]);
    await credited(referrer, paid);
    expect(await types(referrer)).toEqual([
      'commission-approved 150',
      'commission-completed 150',
      'commission-reversed 75',
    ]);
  });
});

describe('a code at checkout', () => {
  it('brings a referrer to an account without one, with its first payment (REF-3, REF-12)', async () => {
    const { id: referrer, code: referralCode } = await world.referrer();
    const userId = await world.referred('');
    const declined = { userId, paymentId: randomUUID() };
    await world.tell([pending(declined), failed(declined)]);
    await world.tell([completed({ userId, paymentId: randomUUID(), referralCode })], 2);
    expect(await world.commissions(userId)).toMatchObject([{ referrer_id: referrer, status: 'approved' }]);
    await world.tell([completed({ userId, paymentId: randomUUID() })]);
    expect(await world.commissions(userId)).toHaveLength(2);
    // It is not a sign-up with the code.
    expect(await stats(referrer)).toMatchObject({ totalReferrals: 0, totalCents: 2 * EARNED_CENTS });
  });

  it('changes nothing for an account with a referrer, after an earlier payment, or when nobody has it', async () => {
    const { referrer, paid } = await referral();
    const other = await world.referrer();
    await world.tell([completed({ ...paid, referralCode: other.code })]);
    expect(await commission(paid)).toMatchObject({ referrer_id: referrer });
    const userId = await world.referred('');
    await world.tell([completed({ userId, paymentId: randomUUID(), referralCode: 'NOBODY' })]);
    await world.tell([completed({ userId, paymentId: randomUUID(), referralCode: other.code })]);
    expect(await world.commissions(userId)).toEqual([]);
  });

  it('of the account itself is refused', async () => {
    const { id: userId, code: referralCode } = await world.referrer();
    await world.tell([completed({ userId, paymentId: randomUUID(), referralCode })]);
    expect(await world.commissions(userId)).toEqual([]);
  });
});

describe('the answer of the wallet', () => {
  it('completes the commission, once', async () => {
    const { referrer, paid } = await referral();
    await world.tell([completed(paid)]);
    const { id } = await commission(paid);
    await world.tell([walletEntry(referrer, id)], 3);
    await world.tell([walletEntry(referrer, id), creditRefused(referrer, id)]);
    expect(await commission(paid)).toMatchObject({ status: 'completed', owed_cents: EARNED_CENTS });
    expect(await types(referrer)).toEqual(['commission-approved 150', 'commission-completed 150']);
    expect(await stats(referrer)).toMatchObject({ completedCents: EARNED_CENTS, pendingCents: 0 });
  });

  it('fails the commission when it is refused, once, and nothing is taken back later', async () => {
    const { referrer, paid } = await referral();
    await world.tell([completed(paid), refunded(paid, 'R', 500)]);
    await world.tell([creditRefused(referrer, (await commission(paid)).id)], 3);
    await world.tell([refunded(paid, 'S', 1_000), walletEntry(referrer, (await commission(paid)).id)]);
    expect(await commission(paid)).toMatchObject({ status: 'failed', owed_cents: 0 });
    expect(await types(referrer)).toEqual(['commission-approved 150']);
    expect(await stats(referrer)).toMatchObject({ totalCents: 0 });
  });

  it('of another kind is ignored', async () => {
    const { referrer, paid } = await referral();
    await world.tell([completed(paid)]);
    const { id } = await commission(paid);
    await world.tell([walletEntry(referrer, id, 'commission-reversed'), walletEntry(referrer, 'no uuid', 'payment')]);
    expect(await commission(paid)).toMatchObject({ status: 'approved' });
  });
});

describe('money that is returned to the payer', () => {
  it('reverses its share once per refund, and the whole commission in the end', async () => {
    const { referrer, paid } = await referral();
    await world.tell([completed(paid)]);
    await credited(referrer, paid);
    await world.tell([refunded(paid, 'A', 333)], 3);
    expect(await commission(paid)).toMatchObject({ status: 'completed', owed_cents: 101 });
    await world.tell([refunded(paid, 'B', 1_000), refunded(paid, 'A', 333)], 2);
    expect(await commission(paid)).toMatchObject({ status: 'reversed', owed_cents: 0 });
    expect((await types(referrer)).slice(2)).toEqual(['commission-reversed 49', 'commission-reversed 101']);
    expect(await stats(referrer)).toMatchObject({ totalCents: 0 });
  });

  it('is credited again, once, when an accepted refund failed later (REF-13)', async () => {
    const { referrer, paid } = await referral();
    await world.tell([completed(paid)]);
    await credited(referrer, paid);
    await world.tell([refunded(paid, 'A', 1_000)], 2);
    await world.tell([refunded(paid, 'A:failed', 400, true)], 3);
    expect(await commission(paid)).toMatchObject({ status: 'approved', owed_cents: 90 });
    const again = (await world.news(referrer)).at(-1)!;
    expect(again).toMatchObject({ type: 'commission-approved', amountCents: 90 });
    await world.tell([walletEntry(referrer, again.commissionId)]);
    await world.tell([refunded(paid, 'B', 1_000), refunded(paid, 'A', 1_000)], 2);
    expect(await commission(paid)).toMatchObject({ status: 'reversed', owed_cents: 0 });
    expect((await world.news(referrer)).at(-1)).toMatchObject({
      type: 'commission-reversed',
      commissionId: again.commissionId,
      amountCents: 90,
    });
  });

  it('after a refund that came before the answer of the wallet waits for the credit', async () => {
    const { referrer, paid } = await referral();
    await world.tell([completed(paid), refunded(paid, 'A', 1_000)]);
    expect(await types(referrer)).toEqual(['commission-approved 150']);
    await credited(referrer, paid);
    expect(await types(referrer)).toEqual([
      'commission-approved 150',
      'commission-completed 150',
      'commission-reversed 150',
    ]);
    expect(await commission(paid)).toMatchObject({ status: 'reversed' });
  });

  it('by a dispute is credited again, once and as a credit of its own, when the dispute is won (REF-13)', async () => {
    const { referrer, paid } = await referral();
    await world.tell([completed(paid)]);
    await credited(referrer, paid);
    await world.tell([disputed(paid, 'D', 'open')], 2);
    expect(await commission(paid)).toMatchObject({ status: 'reversed' });
    await world.tell([disputed(paid, 'D', 'won')], 3);
    expect(await commission(paid)).toMatchObject({ status: 'approved', owed_cents: EARNED_CENTS });
    const again = (await world.news(referrer)).at(-1)!;
    const { id } = await commission(paid);
    expect(again).toMatchObject({ type: 'commission-approved', amountCents: EARNED_CENTS });
    expect(again.commissionId).not.toBe(id);
    await world.tell([walletEntry(referrer, again.commissionId)], 2);
    expect(await commission(paid)).toMatchObject({ status: 'completed' });
    await world.tell([refunded(paid, 'A', 1_000)]);
    // It takes back the existing credit.
    expect((await world.news(referrer)).at(-1)).toMatchObject({
      type: 'commission-reversed',
      commissionId: again.commissionId,
    });
    expect(await stats(referrer)).toMatchObject({ totalCents: 0 });
  });

  it('by a lost dispute is not credited again', async () => {
    const { referrer, paid } = await referral();
    await world.tell([completed(paid)]);
    await credited(referrer, paid);
    await world.tell([disputed(paid, 'D', 'open'), disputed(paid, 'D', 'lost'), refunded(paid, 'A', 1_000)], 2);
    expect(await commission(paid)).toMatchObject({ status: 'reversed' });
    expect((await types(referrer)).slice(2)).toEqual(['commission-reversed 150']);
  });
});
