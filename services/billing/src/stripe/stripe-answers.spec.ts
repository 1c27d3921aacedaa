import { sessionSchema, sightingOf } from './stripe-answers.js';

const PRICE = 8_400;
const paid = sessionSchema.parse({
  id: 'cs_test_1',
  status: 'complete',
  payment_status: 'paid',
  amount_total: PRICE,
  currency: 'usd',
  livemode: false,
  client_reference_id: null,
  metadata: null,
  url: null,
  expires_at: 1_800_000_000,
  payment_intent: null,
});
const dispute = (id: string, status: string, created: number) => ({
  id,
  amount: PRICE,
  currency: 'usd',
  status,
  created,
});

describe('a session of Stripe, translated', () => {
  it.each(['toString', 'constructor', '__proto__', 'warning_needs_response', 'prevented', 'of_next_year'])(
    'ignores a dispute with status %s, also when it is the newest',
    (status) => {
      const open = dispute('du_1', 'needs_response', 1);
      const told = [{ id: 'du_1', state: 'open', amountCents: PRICE }];
      expect(sightingOf(paid, [], [open, dispute('du_2', status, 2)]).disputes).toEqual(told);
      expect(sightingOf(paid, [], [dispute('du_2', status, 2)]).disputes).toEqual([]);
    },
  );

  it('has every dispute, oldest first', () => {
    const all = [dispute('du_2', 'under_review', 2), dispute('du_1', 'won', 1)];
    expect(sightingOf(paid, [], all).disputes).toMatchObject([
      { id: 'du_1', state: 'won' },
      { id: 'du_2', state: 'open' },
    ]);
  });
});
