import { randomUUID } from 'node:crypto';
import { WATCHED_MS, WATCHED_STATES } from '../provider-events/look-times.js';
import { PayingBilling } from '../testing/paying-billing.js';
import { PaymentLooks } from './payment-looks.repository.js';

let billing: PayingBilling;
beforeAll(async () => void (billing = await PayingBilling.open()));
afterAll(() => billing?.close());

describe('payments that are due to be looked at', () => {
  it('begin with waiting ones, so that an account with many abandoned checkouts does not delay them (PAY-42)', async () => {
    const accountId = randomUUID();
    for (const plan of ['basic', 'medium', 'enterprise']) await billing.order({ accountId, plan, method: 'crypto' });
    const waiting = await billing.opened({ method: 'crypto' });
    billing.clock.pass(3 * 60_000);
    const now = billing.clock.now();
    const watched = { since: new Date(now.getTime() - WATCHED_MS.crypto), states: WATCHED_STATES.crypto };
    const due = await billing.of(PaymentLooks).openDue('crypto', { now, since: now, watched }, 2);
    const statuses = await Promise.all(due.map(async ({ paymentId }) => (await billing.payment(paymentId)).status));
    expect(statuses).toEqual(['pending', 'pending']);
    expect(due.map(({ paymentId }) => paymentId)).toContain(waiting.id);
  });

  it('end with those that wait longer than they would be watched, so that dead ones do not use up a run (PAY-42)', async () => {
    const dead = await billing.opened({ method: 'crypto' });
    billing.clock.pass(WATCHED_MS.crypto + 60 * 60_000);
    const accountId = randomUUID();
    const { paymentId: abandoned } = await billing.order({ accountId, method: 'crypto' });
    await billing.order({ accountId, plan: 'medium', method: 'crypto' });
    billing.clock.pass(3 * 60_000);
    const now = billing.clock.now();
    const watched = { since: new Date(now.getTime() - WATCHED_MS.crypto), states: WATCHED_STATES.crypto };
    const due = await billing.of(PaymentLooks).openDue('crypto', { now, since: now, watched }, 100);
    const ids = due.map(({ paymentId }) => paymentId).filter((id) => id === dead.id || id === abandoned);
    expect(ids).toEqual([abandoned, dead.id]);
  });

  it('continue with the one that has been due longest, so that newer abandoned checkouts do not delay it (PAY-42)', async () => {
    const abandoned = async () => {
      const accountId = randomUUID();
      const { paymentId } = await billing.order({ accountId, method: 'crypto' });
      await billing.order({ accountId, plan: 'medium', method: 'crypto' });
      return paymentId;
    };
    const watchedBefore = await abandoned();
    await billing.database.query(
      `INSERT INTO payment_looks (payment_id, looks, next_look_at) VALUES ($1, 1, $2)
       ON CONFLICT (payment_id) DO UPDATE SET next_look_at = excluded.next_look_at`,
      [watchedBefore, new Date(billing.clock.now().getTime() + 60_000)],
    );
    billing.clock.pass(2 * 60_000);
    const newer = await abandoned();
    billing.clock.pass(3 * 60_000);
    const now = billing.clock.now();
    const watched = { since: new Date(now.getTime() - WATCHED_MS.crypto), states: WATCHED_STATES.crypto };
    const due = await billing.of(PaymentLooks).openDue('crypto', { now, since: now, watched }, 100);
    const ids = due.map(({ paymentId }) => paymentId).filter((id) => id === watchedBefore || id === newer);
    expect(ids).toEqual([watchedBefore, newer]);
  });
});
