import { EVENTS } from '@precis/events/catalogue/events';
import { eventually } from '@precis/testing/eventually';
import { randomUUID } from 'node:crypto';
import { PayingBilling } from '../testing/paying-billing.js';

let billing: PayingBilling;
beforeAll(async () => void (billing = await PayingBilling.open()));
afterAll(() => billing?.close());

const HEAD = { used: 2, lines: 4, head: 'a1'.repeat(32), account: '3f'.repeat(16) };
const heads = (accountId: string) =>
  billing.world.rows<{ month: string }>('SELECT month FROM usage_heads WHERE account_id = $1 ORDER BY month', [
    accountId,
  ]);
async function close(userId: string, month: string): Promise<void> {
  const event = EVENTS.usageMonthClosed.of({ userId, month, ...HEAD, endedAtSeconds: 1 }, new Date());
  await billing.world.publish(event);
  await eventually('it is known', async () => (await heads(userId)).some((known) => known.month === month));
}
async function bought(accountId: string, plan: 'basic' | 'medium'): Promise<string> {
  await billing.fund(accountId, 10_000);
  return (await billing.order({ accountId, method: 'wallet', plan })).paymentId;
}
const usageOn = async (accountId: string, paymentId: string) =>
  (await billing.running.as('gateway').getReceipt({ accountId, paymentId })).usage;
const later = () => billing.clock.pass(1_000);

describe('the head of a closed month on receipts (STAT-4)', () => {
  it('is on receipts that are issued after it, and never changes an older one', async () => {
    const accountId = randomUUID();
    const first = await bought(accountId, 'basic');
    later();
    await close(accountId, '2026-10');
    later();
    const second = await bought(accountId, 'medium');
    later();
    await close(accountId, '2026-11');
    expect(await usageOn(accountId, first)).toBeUndefined();
    expect(await usageOn(accountId, second)).toEqual({ month: '2026-10', ...HEAD });
  });

  it('is stored once per month, and not for an erased account, in either order', async () => {
    const [accountId, gone] = [randomUUID(), randomUUID()];
    await close(accountId, '2026-10');
    await billing.world.rows("UPDATE outbox SET published_at = NULL WHERE type = 'usage-month-closed' AND key = $1", [
      accountId,
    ]);
    await billing.world.publish(EVENTS.userDeleted.of({ userId: accountId }, new Date()));
    await eventually('it is forgotten', async () => (await heads(accountId)).length === 0);
    await billing.world.publish(EVENTS.userDeleted.of({ userId: gone }, new Date()));
    await eventually('it is erased', () =>
      billing.world.rows('SELECT FROM erased_accounts WHERE account_id = $1', [gone]).then((rows) => rows.length === 1),
    );
    const event = EVENTS.usageMonthClosed.of(
      { userId: gone, month: '2026-10', ...HEAD, endedAtSeconds: 1 },
      new Date(),
    );
    await billing.world.publish(event);
    const handled = () =>
      billing.world.rows(
        `SELECT FROM consumed_events WHERE key = $1 AND type = 'usage-month-closed' AND state = 'done'`,
        [gone],
      );
    await eventually('it is handled', async () => (await handled()).length === 1);
    expect(await heads(gone)).toEqual([]);
  });
});
