import fc from 'fast-check';
import { type Change, commissionCents, dueNow, type Entry, movementsOf } from './commission.rule.js';

const refund = (reference: string, refundedTotalCents: number): Change => ({
  kind: 'refund',
  reference,
  refundedTotalCents,
});
const failed = (reference: string, refundedTotalCents: number): Change => ({
  ...refund(reference, refundedTotalCents),
  kind: 'refund-failed',
});
const dispute = (state: 'open' | 'won' | 'lost', reference = 'D'): Change => ({
  kind: `dispute-${state}`,
  reference,
  refundedTotalCents: 0,
});
const heldAfter = (earned: { amountCents: number; paidCents: number }, changes: Change[]) =>
  movementsOf(earned, changes).reduce(
    (sum, { kind, amountCents }) => sum + (kind === 'credit' ? amountCents : -amountCents),
    0,
  );
const briefly = (changes: Change[]) =>
  movementsOf({ amountCents: 150, paidCents: 1_000 }, changes).map(
    ({ kind, cause, amountCents }) => `${kind} ${cause} ${amountCents}`,
  );

describe('a commission (REF-1)', () => {
  it.each([
    [0, 0],
    [1, 0],
    [6, 0],
    [7, 1],
    [99, 14],
    [900, 135],
    [8_400, 1_260],
    [94_800, 14_220],
    [Number.MAX_SAFE_INTEGER, 1_351_079_888_211_148],
  ])('of %d cents is %d cents', (paid, earned) => expect(commissionCents(paid)).toBe(earned));
});

describe('the reversal of a commission (REF-2)', () => {
  it('adds up to the whole commission for every price from 1 to 100,000 cents, refunded in 1 to 7 parts', () => {
    let seed = 7;
    const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    for (let paidCents = 1; paidCents <= 100_000; paidCents++)
      for (let parts = 1; parts <= 7; parts++) {
        const amountCents = commissionCents(paidCents);
        const cuts = Array.from({ length: parts - 1 }, () => next(paidCents + 1)).sort((a, b) => a - b);
        const changes = [...cuts, paidCents].map((total, part) => refund(`R${part}`, total));
        const [credit, ...reversals] = movementsOf({ amountCents, paidCents }, changes);
        const sum = reversals.reduce((total, { amountCents: cents }) => total + cents, 0);
        if (
          credit.amountCents !== amountCents ||
          sum !== amountCents ||
          reversals.some(({ kind }) => kind !== 'reversal')
        )
          throw new Error(`price ${paidCents}, cuts ${cuts.join(' ')}: ${sum} of ${amountCents}`);
      }
  });

  it('is always the rounded share of the refunds so far', () => {
    const totals = fc.array(fc.integer({ min: 0, max: 100_000 }), { maxLength: 7 });
    fc.assert(
      fc.property(fc.integer({ min: 7, max: 100_000 }), totals, (paidCents, refunds) => {
        const amountCents = commissionCents(paidCents);
        const changes = refunds.map((total, part) => refund(`R${part}`, total));
        const refunded = Math.min(paidCents, Math.max(0, ...refunds));
        expect(heldAfter({ amountCents, paidCents }, changes)).toBe(
          amountCents - Math.floor((amountCents * refunded) / paidCents),
        );
      }),
    );
  });

  it('is nothing for a refund too small for a cent, and is never taken twice', () => {
    expect(briefly([refund('A', 6), refund('B', 7), refund('A', 6)])).toEqual([
      'credit payment 150',
      'reversal refund:B 1',
    ]);
  });
});

describe('a refund that failed (REF-13)', () => {
  it('returns what it had taken, and nothing else', () => {
    expect(briefly([refund('A', 400), refund('B', 1_000), failed('F', 600), refund('C', 1_000)])).toEqual([
      'credit payment 150',
      'reversal refund:A 60',
      'reversal refund:B 90',
      'credit refund-failed:F 60',
      'reversal refund:C 60',
    ]);
  });

  it('returns nothing while the payment is disputed', () => {
    const changes = [refund('A', 400), dispute('open'), failed('F', 0)];
    expect(briefly(changes)).toEqual(['credit payment 150', 'reversal refund:A 60', 'reversal dispute-open:D 90']);
    expect(briefly([...changes, dispute('won')]).at(-1)).toBe('credit dispute-won:D 150');
  });
});

describe('a dispute (REF-13)', () => {
  it('takes back the whole commission, which stays so when the dispute is lost', () => {
    expect(briefly([dispute('open'), dispute('lost')])).toEqual(['credit payment 150', 'reversal dispute-open:D 150']);
    expect(briefly([dispute('lost')])).toEqual(['credit payment 150', 'reversal dispute-lost:D 150']);
  });

  it('that is lost and then won on appeal credits again', () => {
    expect(briefly([dispute('open'), dispute('lost'), dispute('won')])).toEqual([
      'credit payment 150',
      'reversal dispute-open:D 150',
      'credit dispute-won:D 150',
    ]);
  });

  it('that is won credits again what refunds leave', () => {
    expect(briefly([refund('A', 400), dispute('open'), refund('B', 600), dispute('won')])).toEqual([
      'credit payment 150',
      'reversal refund:A 60',
      'reversal dispute-open:D 90',
      'credit dispute-won:D 60',
    ]);
  });

  it('that is won gives nothing while another is open', () => {
    const both = [dispute('open', 'D'), dispute('open', 'E'), dispute('won', 'D')];
    expect(briefly(both)).toEqual(['credit payment 150', 'reversal dispute-open:D 150']);
    expect(briefly([...both, dispute('won', 'E')]).at(-1)).toBe('credit dispute-won:E 150');
  });

  it('that is won before its opening was announced moves nothing', () => {
    expect(briefly([dispute('won'), dispute('open')])).toEqual(['credit payment 150']);
  });

  it('never leaves more than was earned or less than zero, for any events in any order', () => {
    const change = fc.oneof(
      fc
        .record({ reference: fc.constantFrom('A', 'B', 'C'), total: fc.nat(1_200) })
        .map(({ reference, total }) => refund(reference, total)),
      fc.nat(1_200).map((total) => failed('F', total)),
      fc
        .record({ state: fc.constantFrom('open', 'won', 'lost'), reference: fc.constantFrom('D', 'E') })
        .map(({ state, reference }) => dispute(state as 'open', reference)),
    );
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
        for (let n = 0; n <= changes.length; n++) {
          const held = heldAfter({ amountCents: 150, paidCents: 1_000 }, changes.slice(0, n));
          expect(held >= 0 && held <= 150).toBe(true);
        }
      }),
    );
  });
});

describe('what referrals requests from billing (REF-2)', () => {
  const entries = (...all: [Entry['kind'], Entry['state']][]) =>
    all.map(([kind, state], index) => ({ kind, state, index }));
  const due = (...all: [Entry['kind'], Entry['state']][]) => dueNow(entries(...all)).map(({ index }) => index);

  it('is only the credit until the wallet has it, and then the waiting movements up to the next credit', () => {
    expect(due(['credit', 'waiting'], ['reversal', 'waiting'])).toEqual([0]);
    expect(due(['credit', 'announced'], ['reversal', 'waiting'])).toEqual([]);
    expect(due(['credit', 'posted'], ['reversal', 'waiting'], ['credit', 'waiting'], ['reversal', 'waiting'])).toEqual([
      1, 2,
    ]);
    expect(due(['credit', 'posted'], ['reversal', 'announced'], ['credit', 'posted'], ['reversal', 'waiting'])).toEqual(
      [3],
    );
    expect(due(['credit', 'refused'], ['reversal', 'refused'])).toEqual([]);
  });
});
