import { PayingBilling } from '../testing/paying-billing.js';
import { seen } from '../testing/scripted-provider.js';
import type { Payment } from './payment.entity.js';
import type { Sighting } from './payment-provider.js';
import { NOTES } from './settlement.rule.js';

let billing: PayingBilling;
beforeAll(async () => void (billing = await PayingBilling.open()));
afterAll(() => billing?.close());

const DUE = 900;
const HALF = DUE / 2;
const PARTLY = { partial: true };

/** Every state of an invoice (PAY-19), as sightings in the order of the provider: the payment's status after them, and where the money is. */
const TABLE: [name: string, Sighting[], status: string, walletCents: number, hasTerm: boolean, note: string][] = [
  ['new', [seen('open')], 'pending', 0, false, ''],
  ['new, a part came', [seen('open', HALF, PARTLY)], 'pending', 0, false, NOTES.partial],
  ['processing', [seen('processing')], 'processing', 0, false, ''],
  ['settled', [seen('processing'), seen('paid', DUE)], 'completed', 0, true, ''],
  ['settled with more', [seen('paid', 1_300)], 'completed', 400, true, NOTES.excess],
  ['settled with more and more', [seen('paid', 1_300), seen('paid', 1_500)], 'completed', 600, true, NOTES.excess],
  ['settled by hand, without money', [seen('paid', 0, { marked: true })], 'completed', 0, true, NOTES.marked],
  ['settled by hand, with more', [seen('paid', 1_300, { marked: true })], 'completed', 400, true, NOTES.marked],
  [
    'settled by hand, and then more came',
    [seen('paid', 0, { marked: true }), seen('paid', 1_300, { marked: true })],
    'completed',
    400,
    true,
    NOTES.excess,
  ],
  [
    'settled with more, and marked by hand',
    [seen('paid', 1_300), seen('paid', 1_500, { marked: true })],
    'completed',
    600,
    true,
    NOTES.excess,
  ],
  ['expired', [seen('expired')], 'expired', 0, false, ''],
  ['expired, a part came', [seen('expired', HALF, PARTLY)], 'expired', HALF, false, NOTES.credited],
  [
    'expired, parts came',
    [seen('expired', 200, PARTLY), seen('expired', 700, PARTLY)],
    'expired',
    700,
    false,
    NOTES.credited,
  ],
  ['expired, all came late', [seen('expired'), seen('expired', DUE)], 'completed', 0, true, ''],
  ['expired, more came late', [seen('expired'), seen('expired', 1_000)], 'completed', 100, true, NOTES.excess],
  [
    'expired, a part and then the rest',
    [seen('expired', HALF, PARTLY), seen('expired', DUE)],
    'completed',
    0,
    true,
    '',
  ],
  [
    'expired, a part and then more than the rest',
    [seen('expired', HALF, PARTLY), seen('expired', 1_600)],
    'completed',
    700,
    true,
    NOTES.excess,
  ],
  [
    'expired, a part, then settled by hand',
    [seen('expired', HALF, PARTLY), seen('paid', HALF, { marked: true })],
    'completed',
    0,
    true,
    NOTES.marked,
  ],
  ['invalid', [seen('processing'), seen('failed')], 'failed', 0, false, ''],
];

describe('crypto', () => {
  let payment: Payment;
  beforeEach(async () => void (payment = await billing.opened({ method: 'crypto' })));
  const state = async () => {
    const { status, note } = await billing.payment(payment.id);
    const terms = await billing.terms(payment.accountId);
    return [status, await billing.wallet(payment.accountId), terms.length === 1, note];
  };

  it.each(TABLE)('that is %s ends in the right state, however often it is seen', async (_, sightings, ...expected) => {
    const before = await billing.booked('psp:crypto');
    for (const sighting of sightings) for (let i = 0; i < 3; i++) await billing.settle(payment.id, sighting);
    expect(await state()).toEqual(expected);
    const last = sightings.at(-1)!;
    const final =
      last.state === 'open' || last.state === 'processing' ? 0 : Math.max(last.marked ? DUE : 0, last.paidCents);
    expect((await billing.booked('psp:crypto')) - before).toBe(final);
  });

  it('is announced as underpaid when only a part came, and as completed when the rest comes', async () => {
    await billing.settle(payment.id, seen('expired', HALF, PARTLY));
    await billing.settle(payment.id, seen('expired', DUE));
    expect(await billing.facts(payment.accountId)).toEqual(['payment-failed', 'payment-completed']);
  });

  it('whose first part was spent from the wallet stays in the wallet', async () => {
    await billing.settle(payment.id, seen('expired', HALF, PARTLY));
    await billing.fund(payment.accountId, HALF);
    await billing.order({ accountId: payment.accountId, method: 'wallet' });
    expect(await billing.wallet(payment.accountId)).toBe(0);

    for (let i = 0; i < 3; i++) await billing.settle(payment.id, seen('expired', DUE));
    expect(await billing.payment(payment.id)).toMatchObject({ status: 'expired', creditedCents: DUE });
    expect(await billing.wallet(payment.accountId)).toBe(HALF);
    expect(await billing.terms(payment.accountId)).toHaveLength(1);
  });

  it('that comes late for a plan that is no longer sold goes into the wallet, and stays there when the plan is back', async () => {
    await billing.settle(payment.id, seen('expired'));
    await billing.world
      .rows(`INSERT INTO plans SELECT 99, key, rank, name, features, price_cents, videos_per_month, durations
      FROM plans WHERE key <> 'basic'`);
    await billing.settle(payment.id, seen('expired', DUE));
    await billing.world.rows('DELETE FROM plans WHERE catalogue_version = 99');
    await billing.settle(payment.id, seen('expired', DUE));
    expect(await billing.wallet(payment.accountId)).toBe(DUE);
    expect(await billing.payment(payment.id)).toMatchObject({ status: 'expired', note: NOTES.credited });
  });
});
