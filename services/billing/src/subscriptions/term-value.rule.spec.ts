import fc from 'fast-check';
import { addMonths, endOf, secondsBetween } from './term-start.rule.js';
import { creditsOf, holdsCredit, lengthBought, unusedCents, type ValuedTerm } from './term-value.rule.js';

const at = (iso: string) => new Date(`${iso}T00:00:00Z`);
const runs = process.env.FULL ? 2_000 : 200;
const term = (changes: Partial<ValuedTerm> = {}): ValuedTerm => ({
  id: 'a',
  startsAt: at('2026-11-01'),
  endsAt: at('2026-12-01'),
  valueCents: 900,
  goneCents: 0,
  valuedFrom: null,
  usedSeconds: 0,
  creditedTo: null,
  endedAt: null,
  ...changes,
});

describe('unusedCents', () => {
  it.each([
    ['2026-11-01T00:00:00Z', 900],
    ['2026-11-01T00:00:00.999Z', 900],
    ['2026-11-16T00:00:00Z', 450],
    ['2026-11-16T00:00:01Z', 449],
    ['2026-11-30T23:59:59Z', 0],
    ['2026-12-01T00:00:00Z', 0],
    ['2027-12-01T00:00:00Z', 0],
  ])('at %s of a November that cost 900 cents is %i', (now, cents) => {
    expect(unusedCents(term(), new Date(now))).toBe(cents);
  });

  it('counts all parts of a term that returned after a dispute', () => {
    const rest = term({ usedSeconds: 15 * 86_400, endsAt: at('2026-11-16') });
    expect(unusedCents(rest, at('2026-11-01'))).toBe(450);
  });

  it('counts a term from its last valuation on', () => {
    const valued = term({ goneCents: 600, valuedFrom: at('2026-11-11'), endsAt: at('2026-11-21') });
    for (const day of ['2026-11-01', '2026-11-11']) expect(unusedCents(valued, at(day))).toBe(300);
    expect(unusedCents(valued, at('2026-11-16'))).toBe(150);
  });

  it('is zero for a grant, a refunded term and an ended term', () => {
    const now = at('2026-11-16');
    expect(unusedCents(term({ valueCents: 0 }), now)).toBe(0);
    expect(unusedCents(term({ goneCents: 300 }), now)).toBe(300);
    expect(unusedCents(term({ goneCents: 900 }), now)).toBe(0);
    expect(unusedCents(term({ endedAt: at('2026-11-10') }), now)).toBe(0);
  });

  it('never exceeds the value, never grows, and equals it at the start', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000_000 }),
        fc.date({ min: at('2020-01-01'), max: at('2060-01-01'), noInvalidDate: true }),
        fc.constantFrom(1, 3, 6, 12),
        fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })),
        (valueCents, from, months, parts) => {
          const startsAt = new Date(Math.floor(from.getTime() / 1_000) * 1_000);
          const sold = term({ valueCents, startsAt, endsAt: addMonths(startsAt, months) });
          const length = sold.endsAt.getTime() - startsAt.getTime();
          const [early, late] = [...parts]
            .sort((a, b) => a - b)
            .map((part) => new Date(startsAt.getTime() + part * length));
          expect(unusedCents(sold, startsAt)).toBe(valueCents);
          expect(unusedCents(sold, early)).toBeLessThanOrEqual(valueCents);
          expect(unusedCents(sold, late)).toBeLessThanOrEqual(unusedCents(sold, early));
        },
      ),
      { numRuns: runs },
    );
  });
});

describe('creditsOf', () => {
  const quote = { creditedTermId: 'a', creditCents: 450, createdAt: at('2026-11-16') };
  const later = at('2026-11-20');

  it('takes the frozen value of the term that ends, although time has passed', () => {
    expect(creditsOf(quote, [term()], 'a', later)).toEqual([{ termId: 'a', cents: 450 }]);
  });

  it('takes it also when that term has expired in between', () => {
    expect(creditsOf(quote, [term()], undefined, at('2026-12-02'))).toEqual([{ termId: 'a', cents: 450 }]);
  });

  it.each([
    ['another payment took it', { creditedTo: 'b' }],
    ['it was refunded or is disputed', { endedAt: at('2026-11-18') }],
  ])('takes nothing when %s', (_, changes) => {
    expect(creditsOf(quote, [term({ ...changes, endsAt: at('2026-11-18') })], undefined, later)).toEqual([]);
  });

  it('takes nothing from a term that continues', () => {
    expect(creditsOf(quote, [term()], undefined, later)).toEqual([]);
  });

  it('takes the rest of the credit when some was taken back since, even when that term has expired meanwhile', () => {
    // A day after the quote, 400 of 870 cents went back, and the days that they had paid for.
    const shorter = term({ goneCents: 450, valuedFrom: at('2026-11-17'), endsAt: at('2026-11-17') });
    const less = { ...shorter, goneCents: 650, endsAt: at('2026-11-25') };
    expect(creditsOf(quote, [less], 'a', later)).toEqual([{ termId: 'a', cents: 250 }]);
    expect(creditsOf(quote, [less], undefined, at('2026-12-02'))).toEqual([{ termId: 'a', cents: 250 }]);
    expect(creditsOf(quote, [shorter], 'a', later)).toEqual([]);
    expect([holdsCredit(term(), quote), holdsCredit(less, quote)]).toEqual([true, false]);
  });

  it('takes the unused value of another term that ends', () => {
    const taken = term({ creditedTo: 'b', endsAt: at('2026-11-16') });
    const other = term({ id: 'b', startsAt: at('2026-11-16'), endsAt: at('2026-12-16'), valueCents: 3_000 });
    expect(creditsOf(quote, [taken, other], 'b', at('2026-12-01'))).toEqual([{ termId: 'b', cents: 1_500 }]);
  });
});

describe('lengthBought', () => {
  const from = at('2026-11-01');
  const day = 86_400;

  it('is the months at the price, longer for more and a part for less', () => {
    expect(lengthBought(from, 1, 900, 900)).toEqual({ months: 1, seconds: 0 });
    expect(lengthBought(from, 1, 900, 1_200)).toEqual({ months: 1, seconds: 10 * day });
    expect(lengthBought(from, 1, 900, 300)).toEqual({ months: 0, seconds: 10 * day });
    expect(lengthBought(from, 1, 900, 0)).toEqual({ months: 0, seconds: 0 });
  });

  it('sells no second below its price, and loses less than one', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 1_000_000 }),
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.constantFrom(1, 3, 6, 12),
        (price, money, months) => {
          const whole = BigInt(secondsBetween(from, addMonths(from, months)));
          const bought = BigInt(secondsBetween(from, endOf(from, lengthBought(from, months, price, money))));
          expect(bought * BigInt(price) <= BigInt(money) * whole).toBe(true);
          expect((bought + 1n) * BigInt(price) > BigInt(money) * whole).toBe(true);
        },
      ),
      { numRuns: runs },
    );
  });
});
