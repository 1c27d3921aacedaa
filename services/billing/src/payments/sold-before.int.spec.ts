import { randomUUID } from 'node:crypto';
import { CreateQuote } from '../quotes/create-quote.usecase.js';
import { PayingBilling } from '../testing/paying-billing.js';
import { seen } from '../testing/scripted-provider.js';
import type { Payment } from './payment.entity.js';

let billing: PayingBilling;
let accountId: string;
beforeAll(async () => void (billing = await PayingBilling.open()));
beforeEach(() => {
  billing.clock.moveTo('2027-01-01T00:00:00Z');
  accountId = randomUUID();
});
afterAll(() => billing?.close());

async function buy(plan: string, duration: string): Promise<Payment> {
  const { paymentId } = await billing.order({ accountId, plan, duration });
  const { amountCents } = await billing.payment(paymentId);
  if (amountCents > 0) await billing.settle(paymentId, seen('paid', amountCents));
  return billing.payment(paymentId);
}
const dispute = ({ id, amountCents }: Payment, state: 'open' | 'won' | 'lost') =>
  billing.settle(id, seen('paid', amountCents, { disputes: [{ id: 'dp_1', state, amountCents }] }));
const creditTo = async (plan: string) => {
  const wish = { accountId, plan, duration: 'yearly', method: 'stripe', extend: true } as const;
  return (await billing.of(CreateQuote).execute(wish)).quote.creditCents;
};
/** Deletes the sources, as a release without them leaves the terms. */
const forgetSources = () =>
  billing.database.query('DELETE FROM term_sources WHERE term_id IN (SELECT id FROM terms WHERE account_id = $1)', [
    accountId,
  ]);
const lasting = async () => (await billing.terms(accountId)).map(({ plan, ends_at }) => [plan, ends_at.toISOString()]);

describe('terms that were sold before their sources were kept (PAY-33)', () => {
  it('are traced through their credits: a lost dispute takes its payment from the last upgrade alone', async () => {
    const [basic, medium] = [await buy('basic', 'yearly'), await buy('medium', 'yearly')];
    const enterprise = await buy('enterprise', 'yearly');
    await forgetSources();
    await dispute(medium, 'lost');
    const left = Math.floor((365 * 86_400 * (basic.amountCents + enterprise.amountCents)) / 94_800);
    const end = new Date(Date.parse('2027-01-01T00:00:00Z') + left * 1_000).toISOString();
    expect(await lasting()).toEqual([['enterprise', end]]);
    await dispute(basic, 'lost');
    await dispute(enterprise, 'lost');
    expect(await lasting()).toEqual([]);
  });

  it('have no value from money that a bank had already taken back, and keep their time', async () => {
    const basic = await buy('basic', 'yearly');
    await buy('medium', 'monthly');
    await forgetSources();
    await billing.database.query(
      `UPDATE payments SET status = 'refunded', disputes = '{"dp_1": "lost"}', lost_cents = amount_cents WHERE id = $1`,
      [basic.id],
    );
    const before = await lasting();
    await dispute(basic, 'lost');
    expect([await lasting(), await creditTo('enterprise')]).toEqual([before, 0]);
  });

  it('continue at the next look at their payment when an open dispute had suspended them; a lost dispute takes them', async () => {
    for (const state of ['open', 'won', 'lost'] as const) {
      accountId = randomUUID();
      billing.clock.moveTo('2027-01-01T00:00:00Z');
      const basic = await buy('basic', 'monthly');
      await forgetSources();
      billing.clock.moveTo('2027-01-11T00:00:00Z');
      await billing.database.query(
        `UPDATE terms SET ended_at = $2, left_seconds = extract(epoch FROM ends_at - $2::timestamptz)::int, ends_at = $2 WHERE account_id = $1`,
        [accountId, billing.clock.now()],
      );
      await billing.database.query(
        `UPDATE payments SET status = 'disputed', disputes = '{"dp_1": "open"}' WHERE id = $1`,
        [basic.id],
      );
      billing.clock.moveTo('2027-01-21T00:00:00Z');
      for (let look = 0; look < 2; look++) await dispute(basic, state);
      const used = ['basic', '2027-01-11T00:00:00.000Z'];
      expect(await lasting()).toEqual(state === 'lost' ? [used] : [used, ['basic', '2027-02-11T00:00:00.000Z']]);
      expect(await creditTo('medium')).toBe(state === 'lost' ? 0 : Math.floor((900 * 21) / 31));
    }
  });
});
