import { eventually } from '@precis/testing/eventually';
import { randomUUID } from 'node:crypto';
import { ledgerFaults } from '../testing/ledger-database.js';
import { PayingBilling } from '../testing/paying-billing.js';
import { seen } from '../testing/scripted-provider.js';
import type { Payment } from './payment.entity.js';
import type { Sighting } from './payment-provider.js';

let billing: PayingBilling;
let payment: Payment;
beforeAll(async () => void (billing = await PayingBilling.open()));
afterAll(() => billing?.close());
beforeEach(async () => {
  billing.clock.moveTo('2026-11-21T12:00:00Z');
  payment = await billing.opened();
});

const DUE = 900;
const paid = seen('paid', DUE);
const times = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const settle = (sighting: ReturnType<typeof seen>) => billing.settle(payment.id, sighting);
const facts = () => billing.facts(payment.accountId);
const now = () => billing.payment(payment.id);
const term = async () => (await billing.terms(payment.accountId))[0];
const dispute = (state: 'open' | 'won' | 'lost', id = 'dp_1') =>
  seen('paid', DUE, { disputes: [{ id, state, amountCents: DUE }] });

describe('a payment that its provider says is paid', () => {
  it('is fulfilled once by 30 calls at the same time: one term, one revenue, one receipt, one event', async () => {
    const revenue = await billing.booked('revenue:subscription');
    await Promise.all(times(30, () => settle(paid)));
    expect(await billing.terms(payment.accountId)).toHaveLength(1);
    expect((await billing.booked('revenue:subscription')) - revenue).toBe(DUE);
    expect(await facts()).toEqual(['payment-completed']);
    expect(await now()).toMatchObject({ status: 'completed', receiptNumber: expect.stringMatching(/^2026-\d{6}$/) });
  });

  it('is announced as pending once while it is not final, and never becomes pending again', async () => {
    await Promise.all(times(5, () => settle(seen('processing'))));
    await settle(paid);
    await settle(seen('processing'));
    await settle(seen('open'));
    expect(await facts()).toEqual(['payment-pending', 'payment-completed']);
    expect((await now()).status).toBe('completed');
  });

  it('is fulfilled after it had failed or expired, and stays so when it is later reported as failed', async () => {
    for (const state of ['failed', 'expired'] as const) {
      payment = await billing.opened();
      await settle(seen(state));
      await settle(seen(state));
      await settle(paid);
      await settle(seen(state));
      expect((await now()).status).toBe('completed');
      // A failed payment was pending, even if nobody looked in time; an expired one was not.
      const before = state === 'failed' ? ['payment-pending'] : [];
      expect(await facts()).toEqual([...before, 'payment-failed', 'payment-completed']);
    }
  });

  it.each([0, 899, 901])('with %i cents instead of the amount due changes nothing, and throws', async (cents) => {
    await expect(settle(seen('paid', cents))).rejects.toThrow(`${cents} cents came, 900 are due`);
    expect(await now()).toMatchObject({ status: 'pending', completedAt: null });
    expect(await facts()).toEqual([]);
    expect(await term()).toBeUndefined();
  });

  it('but is unknown here is refused', async () => {
    await expect(billing.settle(randomUUID(), paid)).rejects.toMatchObject({ code: 'payment_not_found' });
  });

  it('extends the term when two checkouts of one plan are both paid', async () => {
    const other = await billing.opened({ accountId: payment.accountId, duration: '3months' });
    await Promise.all([settle(paid), billing.settle(other.id, seen('paid', 2_550))]);
    const [first, second] = await billing.terms(payment.accountId);
    expect(second.starts_at).toEqual(first.ends_at);
    expect(await billing.wallet(payment.accountId)).toBe(0);
  });
});

describe('the transaction of a payment', () => {
  it('leaves nothing when its event cannot be written, and no gap in the receipts', async () => {
    await settle(paid);
    const last = Number((await now()).receiptNumber!.slice(5));
    payment = await billing.opened();
    await billing.world.rows(`
      CREATE FUNCTION refuse_fact() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''no room''; END';
      CREATE TRIGGER refuse_fact BEFORE INSERT ON outbox FOR EACH ROW WHEN (NEW.type = 'payment-completed') EXECUTE FUNCTION refuse_fact()`);
    const revenue = await billing.booked('revenue:subscription');
    await expect(settle(paid)).rejects.toThrow('no room');
    await billing.world.rows('DROP TRIGGER refuse_fact ON outbox; DROP FUNCTION refuse_fact');
    expect(await now()).toMatchObject({ status: 'pending', receiptNumber: null });
    expect(await term()).toBeUndefined();
    expect(await billing.booked('revenue:subscription')).toBe(revenue);

    await settle(paid);
    expect(Number((await now()).receiptNumber!.slice(5))).toBe(last + 1);
  });

  // An announcement limits every later lock wait of its transaction to a second, and many transactions wait for these rows.
  it.each<[string, Sighting[], Sighting]>([
    ['a payment', [], paid],
    ['a refund of everything', [paid], seen('paid', DUE, { refundedCents: DUE })],
    ['a dispute', [paid], dispute('open')],
    ['a dispute that is won', [paid, dispute('open')], dispute('won')],
    ['a dispute that is won on appeal', [paid, dispute('lost')], dispute('won')],
  ])('of %s waits for the ledger before it announces anything', async (_, before, last) => {
    for (const sighting of before) await settle(sighting);
    const other = billing.database.createQueryRunner();
    await other.startTransaction();
    await other.query('SELECT 1 FROM ledger_accounts FOR UPDATE');
    const settled = settle(last);
    try {
      const announced = await eventually('it waits for the ledger', async () => {
        const waiting = await billing.world.rows<{ keys: number }>(
          `SELECT (SELECT count(*)::int FROM pg_locks WHERE pid = a.pid AND locktype = 'advisory') AS keys FROM pg_stat_activity a
           WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'INSERT INTO ledger_entries%'`,
        );
        return waiting[0];
      });
      expect(announced).toEqual({ keys: 0 });
    } finally {
      await other.commitTransaction();
      await other.release();
    }
    await settled;
  });

  it('numbers receipts from 1 in each year, without gaps also when many complete at once', async () => {
    billing.clock.moveTo('2031-01-01T00:00:00Z');
    const many = await Promise.all(times(12, () => billing.opened()));
    await Promise.all(many.map(({ id }) => billing.settle(id, paid)));
    const numbers = await Promise.all(many.map(async ({ id }) => (await billing.payment(id)).receiptNumber));
    expect(numbers.sort()).toEqual(times(12, (i) => `2031-${String(i + 1).padStart(6, '0')}`));
  });
});

describe('money that goes back', () => {
  beforeEach(() => settle(paid));

  it('is booked once for each amount, and ends the term when all of it is refunded', async () => {
    const card = await billing.booked('psp:stripe');
    for (const refundedCents of [300, 300, 500, 300]) await settle(seen('paid', DUE, { refundedCents }));
    expect(await now()).toMatchObject({ status: 'completed', refundedCents: 500 });
    expect(await term()).toBeDefined();
    await Promise.all(times(10, () => settle(seen('paid', DUE, { refundedCents: DUE }))));
    expect(await now()).toMatchObject({ status: 'refunded', refundedCents: DUE });
    expect(await term()).toBeUndefined();
    expect((await billing.booked('psp:stripe')) - card).toBe(-DUE);
    expect(await facts()).toEqual(['payment-completed', ...Array<string>(3).fill('payment-refunded')]);
  });

  it('in a dispute leaves the term; when it is won, the money returns', async () => {
    const [sold, card] = [await term(), await billing.booked('psp:stripe')];
    for (let i = 0; i < 3; i++) await settle(dispute('open'));
    expect((await now()).status).toBe('disputed');
    expect(await term()).toEqual(sold);
    expect((await billing.booked('psp:stripe')) - card).toBe(-DUE);

    for (let i = 0; i < 3; i++) await settle(dispute('won'));
    await settle(dispute('open'));
    expect((await now()).status).toBe('completed');
    expect(await term()).toEqual(sold);
    expect(await billing.booked('psp:stripe')).toBe(card);
    expect(await facts()).toEqual(['payment-completed', 'payment-disputed', 'payment-disputed']);
  });

  it('in a lost dispute has the effect of a full refund', async () => {
    const revenue = await billing.booked('revenue:subscription');
    await settle(dispute('open'));
    await settle(dispute('lost'));
    await settle(dispute('lost'));
    await settle(dispute('open'));
    expect(await now()).toMatchObject({ status: 'refunded', lostCents: DUE, refundedCents: 0 });
    expect(await term()).toBeUndefined();
    expect((await billing.booked('revenue:subscription')) - revenue).toBe(-DUE);
    expect(await facts()).toEqual(['payment-completed', 'payment-disputed', 'payment-disputed']);
  });

  it('in a lost dispute returns once when it is won on appeal: money, term and event', async () => {
    const [sold, card, revenue] = [
      await term(),
      await billing.booked('psp:stripe'),
      await billing.booked('revenue:subscription'),
    ];
    await settle(dispute('open'));
    await settle(dispute('lost'));
    for (let i = 0; i < 3; i++) await settle(dispute('won'));
    for (const late of ['lost', 'open'] as const) await settle(dispute(late));
    expect(await now()).toMatchObject({ status: 'completed', lostCents: 0, disputes: { dp_1: 'won' } });
    expect(await term()).toEqual(sold);
    expect([await billing.booked('psp:stripe'), await billing.booked('revenue:subscription')]).toEqual([card, revenue]);
    expect(await facts()).toEqual(['payment-completed', ...Array<string>(3).fill('payment-disputed')]);
  });

  it('in a dispute first seen as lost has the same effect', async () => {
    await settle(dispute('lost'));
    await settle(dispute('open'));
    expect(await now()).toMatchObject({ status: 'refunded', lostCents: DUE });
    expect(await facts()).toEqual(['payment-completed', 'payment-disputed', 'payment-disputed']);
  });

  const refunds = (standingCents: number, failedCents: number) =>
    seen('paid', DUE, {
      refundedCents: standingCents,
      refunds: { standingCents, failedCents, knownIds: [], failedIds: [] },
    });

  it('in a refund that failed after its booking returns once: money, term and event (PAY-63)', async () => {
    const [sold, card] = [await term(), await billing.booked('psp:stripe')];
    await settle(refunds(DUE, 0));
    expect(await term()).toBeUndefined();
    await Promise.all(times(5, () => settle(refunds(0, DUE))));
    expect(await now()).toMatchObject({ status: 'completed', refundedCents: 0, failedRefundCents: DUE });
    expect(await term()).toEqual(sold);
    expect(await billing.booked('psp:stripe')).toBe(card);

    for (let i = 0; i < 2; i++) await settle(refunds(DUE, DUE));
    expect(await now()).toMatchObject({ status: 'refunded', refundedCents: DUE });
    for (let i = 0; i < 2; i++) await settle(refunds(0, 2 * DUE));
    expect(await now()).toMatchObject({ status: 'completed', refundedCents: 0, failedRefundCents: 2 * DUE });
    expect(await billing.booked('psp:stripe')).toBe(card);
    expect(await facts()).toEqual(['payment-completed', ...Array<string>(4).fill('payment-refunded')]);
    expect(await ledgerFaults((sql) => billing.world.rows(sql))).toEqual({ sum: 0, accounts: 0 });
  });

  it('in a refund first seen as failed is never booked, and a failed part leaves the rest', async () => {
    await settle(refunds(0, DUE));
    expect(await now()).toMatchObject({ status: 'completed', refundedCents: 0, failedRefundCents: 0 });
    await settle(refunds(500, DUE));
    await settle(refunds(300, DUE + 200));
    expect(await now()).toMatchObject({ status: 'completed', refundedCents: 300, failedRefundCents: 200 });
    expect(await facts()).toEqual(['payment-completed', 'payment-refunded', 'payment-refunded']);
  });

  it('in a refund that failed during a dispute gives the term back, and a lost dispute ends it again', async () => {
    const sold = await term();
    await settle(refunds(DUE, 0));
    const disputed = (state: 'open' | 'lost' | 'won') => ({ ...refunds(0, DUE), disputes: dispute(state).disputes });
    await settle({ ...refunds(DUE, 0), disputes: dispute('open').disputes });
    await settle(disputed('open'));
    expect(await now()).toMatchObject({ status: 'disputed', refundedCents: 0 });
    expect(await term()).toEqual(sold);
    await settle(disputed('lost'));
    expect(await now()).toMatchObject({ status: 'refunded', refundedCents: 0, lostCents: DUE });
    expect(await term()).toBeUndefined();
    await settle(disputed('won'));
    expect(await now()).toMatchObject({ status: 'completed', refundedCents: 0, lostCents: 0 });
    expect(await term()).toEqual(sold);
  });

  it('before the payment was seen is booked with it', async () => {
    payment = await billing.opened();
    await settle(seen('paid', DUE, { refundedCents: DUE }));
    expect(await now()).toMatchObject({ status: 'refunded', refundedCents: DUE });
    expect(await term()).toBeUndefined();
    expect(await facts()).toEqual(['payment-completed', 'payment-refunded']);
  });
});
