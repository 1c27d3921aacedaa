import { randomUUID } from 'node:crypto';
import { PayingBilling } from '../testing/paying-billing.js';
import { seen } from '../testing/scripted-provider.js';
import { ForgetPayments } from './forget-payments.usecase.js';
import { LookAtPayment } from './look-at-payment.usecase.js';

const DUE = 900;
const HOUR_MS = 3_600_000;

let billing: PayingBilling;
beforeAll(async () => void (billing = await PayingBilling.open()));
afterAll(() => billing?.close());
beforeEach(() => billing.clock.moveTo('2026-11-21T12:00:00Z'));

const forget = () => billing.of(ForgetPayments).execute();
const count = async (table: string, by: string, id: string) =>
  (await billing.world.rows(`SELECT FROM ${table} WHERE ${by} = $1`, [id])).length;
const isThere = async (id: string) => (await count('payments', 'id', id)) === 1;

/** Makes a payment that its provider ended, with all that is stored about it. */
async function ended(method: 'stripe' | 'crypto', sighting: ReturnType<typeof seen>, accountId: string = randomUUID()) {
  const payment = await billing.opened({ method, accountId });
  billing[method].sightings.set(payment.id, sighting);
  await billing.of(LookAtPayment).execute(payment.id);
  await billing.world.rows(
    `INSERT INTO stripe_checkouts (payment_id, attempt, expires_at) VALUES ($1, 1, now()) ON CONFLICT DO NOTHING`,
    [payment.id],
  );
  return billing.payment(payment.id);
}

describe('a payment that ended unpaid (PAY-66)', () => {
  it.each([
    ['stripe', 'expired'],
    ['stripe', 'failed'],
    ['crypto', 'expired'],
    ['crypto', 'failed'],
  ] as const)('by %s as %s is deleted with its quote 90 days after the last look at it', async (method, state) => {
    const { id, quoteId, expiresAt } = await ended(method, seen(state));
    billing.clock.moveTo(new Date(expiresAt.getTime() + (90 * 24 + 25) * HOUR_MS).toISOString());
    await forget();
    expect(await isThere(id)).toBe(true);
    billing.clock.pass(1);
    await Promise.all([forget(), forget()]);
    const left = await Promise.all([
      count('payments', 'id', id),
      count('quotes', 'id', quoteId),
      count('payment_looks', 'payment_id', id),
      count('stripe_checkouts', 'payment_id', id),
    ]);
    expect(left).toEqual([0, 0, 0, 0]);
    expect(await billing.of(LookAtPayment).execute(id)).toBe('unknown');
  });

  it('is kept forever when any money moved, and while it is undecided', async () => {
    const kept = [
      await ended('stripe', seen('paid', DUE)),
      await ended('stripe', seen('paid', DUE, { refundedCents: DUE })),
      await ended('stripe', seen('paid', DUE, { disputes: [{ id: 'dp_1', state: 'lost', amountCents: DUE }] })),
      await ended('crypto', seen('expired', 400, { partial: true })),
      await ended('stripe', seen('open')),
      await ended('stripe', seen('processing')),
    ];
    const gone = await ended('stripe', seen('expired'));
    billing.clock.days(1_000);
    await forget();
    expect(await Promise.all(kept.map(({ id }) => isThere(id)))).toEqual(kept.map(() => true));
    for (const { quoteId } of kept) expect(await count('quotes', 'id', quoteId)).toBe(1);
    expect(await isThere(gone.id)).toBe(false);
  });

  it('keeps the quote while another payment uses it', async () => {
    const accountId = randomUUID();
    const first = await ended('stripe', seen('expired'), accountId);
    const { paymentId } = await billing.order({ accountId, quoteId: first.quoteId });
    await billing.settle(paymentId, seen('paid', DUE));
    billing.clock.days(1_000);
    await forget();
    expect([await isThere(first.id), await isThere(paymentId)]).toEqual([false, true]);
    expect(await count('quotes', 'id', first.quoteId)).toBe(1);
  });
});

it('a quote that was made for an already open checkout is deleted as unused (PAY-34)', async () => {
  const accountId = randomUUID();
  const { paymentId } = await billing.order({ accountId });
  billing.clock.pass(15 * 60_000);
  expect((await billing.order({ accountId })).paymentId).toBe(paymentId);
  const taken = await billing.world.rows('SELECT FROM quotes WHERE account_id = $1 AND taken_at IS NOT NULL', [
    accountId,
  ]);
  expect(taken).toHaveLength(1);
});
