import fc from 'fast-check';
import { DURATIONS, type ModelWish, PLANS } from './money-model.js';
import type { Happening } from './payers-and-banks.js';

/** `closes`: whether providers can be reached when open checkouts are to be closed. */
export interface Wished extends ModelWish {
  extend: boolean;
  closes: boolean;
}
export type Ordered = ({ do: 'buy'; percent: number } | { do: 'order' | 'quote' }) & Wished;
/**
 * `buy`: order and pay immediately. `again`: order a quote again. `race`: several checkouts stay open, and all are paid. `late`: half is paid in
 * time, some more after the end. `take`: order an older quote. `which` and `tenths`: fractions of the candidates, and of the rest.
 */
export type Step =
  | Ordered
  | { do: 'race'; wishes: ModelWish[] }
  | { do: 'late'; wish: ModelWish; percent: number }
  | { do: 'take' | 'again'; which: number; extend: boolean; closes: boolean }
  | { do: 'refund' | 'refund-part' | 'take-back'; which: number; tenths: number }
  | { do: 'look'; which: number }
  | { do: 'cancel' }
  | { do: 'earn'; cents: number }
  | { do: 'pass'; seconds: number }
  | Happening;

const [MINUTE, DAY] = [60, 86_400];

const which = fc.nat({ max: 50 });
const tenths = fc.integer({ min: 1, max: 10 });
const isHeard = fc.constantFrom(true, true, false);
/** Percent of the amount due; only crypto can be paid in part or in excess. */
const percent = fc.constantFrom(50, 100, 100, 100, 150);
const bought = {
  plan: fc.constantFrom(...PLANS),
  // Only yearly terms can be refunded.
  duration: fc.constantFrom(...DURATIONS, 'yearly' as const),
  method: fc.constantFrom(
    'stripe' as const,
    'stripe' as const,
    'crypto' as const,
    'wallet' as const,
    'wallet' as const,
  ),
};
const wish = {
  ...bought,
  extend: fc.constantFrom(true, true, true, false),
  /** Whether the provider can be reached when open checkouts are to be closed. */
  closes: fc.boolean(),
};
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('buy' as const), ...wish, percent }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('race' as const),
      wishes: fc.array(fc.record(bought), { minLength: 2, maxLength: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('late' as const),
      wish: fc.record({ ...bought, method: fc.constant('crypto' as const) }),
      percent,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('order' as const), ...wish }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('quote' as const), ...wish }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('take' as const, 'again' as const),
      which,
      extend: fc.boolean(),
      closes: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      which,
      percent,
      isHeard,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('confirm' as const, 'fail' as const, 'expire' as const), which }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('refund-fails' as const), which, tenths }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('refund' as const, 'refund-part' as const, 'give-back' as const),
      which,
      tenths,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('dispute' as const, 'dispute-again' as const, 'won' as const, 'lost' as const),
      which,
      tenths,
      isHeard,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('look' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('earn' as const), cents: fc.integer({ min: 1, max: 100_000 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('take-back' as const), which, tenths }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      seconds: fc.oneof(
        // Times on both sides of each limit.
        fc.constantFrom(10 * MINUTE, 10 * MINUTE + 1, 30 * MINUTE - 1, 30 * MINUTE, 30 * DAY, 30 * DAY + 1),
        fc.nat({ max: 40 * MINUTE }),
        fc.nat({ max: 20 * DAY }),
        fc.nat({ max: 20 * DAY }),
        fc.nat({ max: 200 * DAY }),
      ),
    }),
  },
);
/** Ends of months, a leap day, and a night of a change to summer time. */
export const begin = fc.constantFrom(
  '2027-12-31T00:00:00Z',
  '2028-02-29T12:00:00Z',
  '2027-01-31T23:59:59Z',
  '2027-03-28T01:30:00Z',
);
/** Cents in the wallet at the beginning: enough for several terms, for one, or for none. */
export const wallet = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 1, max: 20_000 }),
  fc.integer({ min: 1, max: 300_000 }),
);
/** Lists are short by default, and it takes several steps until payments meet. */
export const STEPS = fc.array(step, { minLength: 6, maxLength: 15, size: 'max' });
