import { randomUUID } from 'node:crypto';
import { ConsumingDatabase } from '../testing/consuming-database.js';
import { completed, disputed, pending, registered, verified, walletEntry } from '../testing/facts.js';

const SECOND_MS = 1_000;
const DAY_MS = 86_400 * SECOND_MS;

let referrals: ConsumingDatabase;
beforeEach(async () => void (referrals = await ConsumingDatabase.open()));
afterEach(() => referrals?.close());

const sample = async (name: string) =>
  Number(new RegExp(`^${name} (.+)$`, 'm').exec(await referrals.metrics.metrics())?.[1]);
const measured = async () => ({
  count: await sample('precis_commission_delay_seconds_count'),
  seconds: await sample('precis_commission_delay_seconds_sum'),
});
const oldest = () => sample('precis_commissions_oldest_age_seconds');

/** Makes an account with a referrer; returns billing's id of the commission of its payment. */
async function referral() {
  const [referrer, userId, paymentId] = [randomUUID(), randomUUID(), randomUUID()];
  await referrals.handleAll([registered(referrer), verified(referrer)]);
  await referrals.handleAll([registered(userId), verified(userId, await referrals.codeOf(referrer))]);
  const creditId = async () => {
    const [{ id }] = await referrals.database.query(
      `SELECT id FROM commission_entries WHERE kind = 'credit' AND state = 'announced'`,
    );
    return id as string;
  };
  return { referrer, paid: { userId, paymentId }, creditId };
}
/** The same event at the clock's current time. */
const now = <E extends { occurredAt?: Date }>(event: E): E => ({ ...event, occurredAt: referrals.clock.now() });

describe('the delay of a commission', () => {
  it('runs from the completed payment until the wallet has it, and is counted once, also for repeated answers of billing', async () => {
    const { referrer, paid, creditId } = await referral();
    await referrals.handle(now(pending(paid)));
    referrals.clock.pass(DAY_MS);
    expect(await oldest()).toBe(0);
    await referrals.handle(now(completed(paid)));
    referrals.clock.pass(20 * SECOND_MS);
    expect(await oldest()).toBe(20);
    const answer = walletEntry(referrer, await creditId());
    await referrals.handle(answer);
    await referrals.handle(answer);
    expect(await measured()).toEqual({ count: 1, seconds: 20 });
    expect(await oldest()).toBe(0);
  });

  it('does not measure a credit that returns what a dispute had taken', async () => {
    const { referrer, paid, creditId } = await referral();
    await referrals.handle(now(completed(paid)));
    await referrals.handle(walletEntry(referrer, await creditId()));
    await referrals.handle(disputed(paid, 'd1', 'open'));
    referrals.clock.pass(60 * DAY_MS);
    await referrals.handle(disputed(paid, 'd1', 'won'));
    expect(await oldest()).toBe(0);
    await referrals.handle(walletEntry(referrer, await creditId()));
    expect(await measured()).toEqual({ count: 1, seconds: 0 });
  });
});
