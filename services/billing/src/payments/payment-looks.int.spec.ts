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
});
