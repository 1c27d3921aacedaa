import { isDeepStrictEqual } from 'node:util';
import type { Stripe } from 'stripe';
import {
  act,
  ALL,
  endOf,
  inParallel,
  predicted,
  randomOf,
  shuffled,
  type Story,
} from '../testing/shuffled-payments.js';
import { type Bought, StripeBilling } from '../testing/stripe-billing.js';

const PAYMENTS = 200;
const MOST_DELIVERIES = 5;
const seeds = Array.from({ length: process.env.FULL ? 20 : 1 }, (_, at) => at + 1);

describe('1,000 events of 200 payments, each delivered 1 to 5 times, shuffled, 20 at once', () => {
  it.each(seeds)(
    'end where the model says, with seed %i (PAY-18)',
    async (seed) => {
      const random = randomOf(seed);
      const billing = await StripeBilling.open();
      try {
        const payments = Array.from({ length: PAYMENTS }, (_, at) => ({
          story: ALL[at % ALL.length],
          bought: undefined as unknown as Bought,
        }));
        await inParallel(10, payments, async (one) => {
          one.bought = await billing.buy();
          await act(billing, one.bought, one.story, 'first');
        });
        const copies = (events: Stripe.Event[]) =>
          events.flatMap((event) => Array<Stripe.Event>(1 + Math.floor(random() * MOST_DELIVERIES)).fill(event));
        const deliver = (events: Stripe.Event[]) => inParallel(20, events, (event) => billing.deliver(event));

        // Half of what the first steps told arrives before the second steps, or while they are done; the rest after them.
        const early = shuffled(copies(await billing.events()), random);
        const half = Math.floor(early.length / 2);
        await Promise.all([
          deliver(early.slice(0, half)),
          inParallel(10, shuffled(payments, random), (one) => act(billing, one.bought, one.story, 'then')),
        ]);
        const all = await billing.events();
        const before = new Set(early.map(({ id }) => id));
        const late = copies(all.filter(({ id }) => !before.has(id)));
        await deliver(shuffled([...early.slice(half), ...late], random));
        await billing.handled(60_000);

        expect(new Set(all.map(({ id }) => id)).size).toBeGreaterThanOrEqual(1_000);
        const ends = new Map<string, { story: Story; expected: object; found: object }>();
        for (const { story, bought } of payments) {
          const [expected, found] = [predicted(story), await endOf({ world: billing.world, payment: bought })];
          if (!isDeepStrictEqual(expected, found)) ends.set(bought.paymentId, { story, expected, found });
        }
        expect([...ends.values()]).toEqual([]);
        const [{ sum }] = await billing.world.rows<{ sum: string }>(
          'SELECT coalesce(sum(amount_cents), 0)::text AS sum FROM ledger_entries',
        );
        expect(sum).toBe('0');
        expect(await billing.world.rows(`SELECT 1 FROM provider_events WHERE state = 'dead'`)).toEqual([]);
      } finally {
        await billing.close();
      }
    },
    240_000,
  );
});
