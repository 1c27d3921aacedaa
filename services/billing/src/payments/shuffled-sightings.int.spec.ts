import { randomUUID } from 'node:crypto';
import { type Outcome, PayingBilling } from '../testing/paying-billing.js';
import { seen } from '../testing/scripted-provider.js';
import type { Sighting } from './payment-provider.js';

let billing: PayingBilling;
beforeAll(async () => void (billing = await PayingBilling.open()));
afterAll(() => billing?.close());

const DUE = 900;
const SEEDS = process.env.FULL ? 60 : 10;
const AT_ONCE = 20;
const paid = (besides: Partial<Sighting> = {}) => seen('paid', DUE, besides);
const dispute = (state: 'open' | 'won' | 'lost') => paid({ disputes: [{ id: 'dp_1', state, amountCents: DUE }] });
const half = seen('expired', DUE / 2, { partial: true });

/** The sightings of payments in the provider's order, and the final state of each. */
const LIVES: ['stripe' | 'crypto', Sighting[], status: string, walletCents: number][] = [
  ['stripe', [seen('open'), paid()], 'completed', 0],
  ['stripe', [seen('open'), seen('processing'), paid()], 'completed', 0],
  ['stripe', [seen('open'), seen('processing'), seen('failed')], 'failed', 0],
  ['stripe', [seen('open'), seen('expired')], 'expired', 0],
  ['stripe', [paid(), paid({ refundedCents: 300 }), paid({ refundedCents: DUE })], 'refunded', 0],
  ['stripe', [seen('processing'), paid(), paid({ refundedCents: 450 })], 'completed', 0],
  ['stripe', [paid(), dispute('open'), dispute('won')], 'completed', 0],
  ['stripe', [paid(), dispute('open'), dispute('lost')], 'refunded', 0],
  ['crypto', [seen('open', 450, { partial: true }), seen('processing'), paid()], 'completed', 0],
  ['crypto', [seen('processing'), seen('paid', 1_000), seen('paid', 1_200)], 'completed', 300],
  ['crypto', [half, seen('expired', DUE)], 'completed', 0],
  ['crypto', [half, seen('expired', 1_500)], 'completed', 600],
  ['crypto', [seen('expired'), half, seen('expired', 700)], 'expired', 700],
  ['crypto', [seen('open'), seen('processing'), seen('failed')], 'failed', 0],
];

function randomOf(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Repeats each one to three times, in random order. */
function shuffledRepeats<T>(items: T[], random: (below: number) => number): T[] {
  const all = items.flatMap((item) => Array<T>(1 + random(3)).fill(item));
  for (let i = all.length - 1; i > 0; i--) {
    const j = random(i + 1);
    [all[i], all[j]] = [all[j], all[i]];
  }
  return all;
}

/** Makes one payment for each life, each in a new account. */
async function begin(): Promise<{ accountId: string; id: string }[]> {
  return Promise.all(
    LIVES.map(async ([method]) => {
      const { accountId, id } = await billing.opened({ method, accountId: randomUUID() });
      return { accountId, id };
    }),
  );
}

async function outcomes(payments: { accountId: string }[]): Promise<Outcome[]> {
  return Promise.all(payments.map(({ accountId }) => billing.outcome(accountId)));
}

describe('repeated sightings in any order, 20 at a time', () => {
  let straight: Outcome[];
  beforeAll(async () => {
    const payments = await begin();
    for (const [i, [, life]] of LIVES.entries())
      for (const sighting of life) await billing.settle(payments[i].id, sighting);
    straight = await outcomes(payments);
  });

  it('lead to the expected final state of each payment when they come in order', () => {
    expect(straight.map(({ payments, walletCents }) => [payments[0].status, walletCents])).toEqual(
      LIVES.map(([, , status, walletCents]) => [status, walletCents]),
    );
    expect(straight.map(({ terms }) => terms.length)).toEqual(
      LIVES.map(([, , status]) => (status === 'completed' ? 1 : 0)),
    );
  });

  it.each(Array.from({ length: SEEDS }, (_, i) => i + 1))('leave the same as in order (seed %i)', async (seed) => {
    const random = randomOf(seed);
    const payments = await begin();
    const facts = LIVES.flatMap(([, life], i) => life.map((sighting) => ({ id: payments[i].id, sighting })));
    const left = shuffledRepeats(facts, random);
    const work = async () => {
      for (let next = left.pop(); next; next = left.pop()) await billing.settle(next.id, next.sighting);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    expect(await outcomes(payments)).toEqual(straight);
  });

  it('leave a ledger that sums to zero and receipts without a gap', async () => {
    const [sums] = await billing.world.rows('SELECT sum(amount_cents)::int AS total FROM ledger_entries');
    expect(sums).toEqual({ total: 0 });
    const [receipts] = await billing.world.rows<{ count: number; last: string }>(
      'SELECT count(receipt_number)::int AS count, max(receipt_number) AS last FROM payments',
    );
    expect(Number(receipts.last.slice(5))).toBe(receipts.count);
  });
});
