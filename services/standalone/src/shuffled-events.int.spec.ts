import {
  act,
  ALL,
  endOf,
  inParallel,
  predicted,
  predictedCommissions,
  randomOf,
  shuffled,
} from '@precis/billing/testing/shuffled-payments';
import type { Bought } from '@precis/billing/testing/stripe-billing';
import { isDeepStrictEqual } from 'node:util';
import { ReferredBilling } from './testing/referred-billing.js';

/** Each story equally often; more often in the full size. */
const PAYMENTS = process.env.FULL ? 200 : 2 * ALL.length;
const REFERRERS = 10;
const MOST_DELIVERIES = 5;
const AT_ONCE = 20;
const seeds = Array.from({ length: process.env.FULL ? 20 : 1 }, (_, at) => at + 1);

describe(`${5 * PAYMENTS} events of ${PAYMENTS} payments, each delivered 1 to ${MOST_DELIVERIES} times, shuffled, ${AT_ONCE} at once`, () => {
  it.each(seeds)(
    'end where the model says, with one commission per payment and sound books (PAY-18, REF-1; seed %i)',
    async (seed) => {
      const random = randomOf(seed);
      const world = await ReferredBilling.open();
      const { billing } = world;
      try {
        const referrers = await world.referrers(REFERRERS);
        const referrerOf = (at: number) => referrers[at % REFERRERS];
        const accounts = await world.register(Array.from({ length: PAYMENTS }, (_, at) => referrerOf(at).code));
        const payments = accounts.map((accountId, at) => ({
          accountId,
          referrer: referrerOf(at).id,
          story: ALL[at % ALL.length],
          bought: undefined as unknown as Bought,
        }));
        await inParallel(10, payments, async (one) => {
          one.bought = await billing.buy('medium', 'yearly', one.accountId);
          await act(billing, one.bought, one.story, 'first');
        });
        type Event = Awaited<ReturnType<typeof billing.events>>[number];
        const copies = (events: Event[]) =>
          events.flatMap((event) => Array<Event>(1 + Math.floor(random() * MOST_DELIVERIES)).fill(event));
        const deliver = (events: Event[]) => inParallel(AT_ONCE, events, (event) => billing.deliver(event));

        // Half of the events of the first steps arrive before or during the second steps, the rest afterwards.
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
        await billing.handled(120_000);
        await world.quiet();

        expect(new Set(all.map(({ id }) => id)).size).toBeGreaterThanOrEqual(5 * PAYMENTS);
        const off: object[] = [];
        const wallets = new Map<string, number>(referrers.map(({ id }) => [id, 0]));
        for (const { story, bought, referrer } of payments) {
          const [expected, found] = [predicted(story), await endOf({ world: billing.world, payment: bought })];
          const [earnings, earned] = [predictedCommissions(story), await world.earnedBy(bought.paymentId)];
          if (!isDeepStrictEqual(expected, found) || !earnings.some((one) => isDeepStrictEqual(one, earned)))
            off.push({ story, expected, earnings, found, earned });
          if (earnings[0].credits > 0) wallets.set(referrer, wallets.get(referrer)! + earnings[0].owedCents);
        }
        expect(off).toEqual([]);
        const balances = await billing.world.rows<{ id: string; cents: number }>(
          `SELECT substr(name, 8) AS id, balance_cents::int AS cents FROM ledger_accounts WHERE name LIKE 'wallet/%' AND balance_cents <> 0`,
        );
        expect(new Map(balances.map(({ id, cents }) => [id, cents]))).toEqual(
          new Map([...wallets].filter(([, cents]) => cents !== 0)),
        );
        const [{ sum }] = await billing.world.rows<{ sum: string }>(
          'SELECT coalesce(sum(amount_cents), 0)::text AS sum FROM ledger_entries',
        );
        expect(sum).toBe('0');
        expect(await billing.world.rows(`SELECT 1 FROM provider_events WHERE state = 'dead'`)).toEqual([]);
        const { exitCode, lines } = await world.audit();
        expect({ exitCode, lines }).toMatchObject({ exitCode: 0 });
        const isPaid = payments.filter(({ story }) => predicted(story).completedFacts === 1).length;
        expect(lines.join('\n')).toMatch(new RegExp(`paid-once: holds \\(payments ${isPaid}, commissions `));
      } finally {
        await world.close();
      }
    },
    360_000,
  );
});
