import { randomUUID } from 'node:crypto';
import { EventWorld } from '../testing/event-world.js';
import { RunningBilling } from '../testing/running-billing.js';

let world: EventWorld;
let billing: RunningBilling;
beforeAll(async () => {
  world = await EventWorld.open();
  billing = await RunningBilling.start(world.url, world.bus);
});
afterAll(async () => {
  await billing?.close();
  await world?.close();
});
beforeEach(() => billing.clock.moveTo('2026-11-21T10:00:00Z'));

const grant = (accountId: string, plan: string, months = 1) =>
  billing.as('operator').grantTerm({ grantId: randomUUID(), accountId, plan, months });
const subscription = (accountId: string) => billing.as('gateway').getSubscription({ accountId });
const seconds = (iso: string) => Date.parse(iso) / 1_000;

describe('billing over gRPC', () => {
  it('lists the plans in order, Free without durations', async () => {
    const { plans } = await billing.as('gateway').listPlans({});
    expect(plans.map(({ key, priceCents, videosPerMonth }) => [key, priceCents, videosPerMonth])).toEqual([
      ['free', 0, 3],
      ['basic', 900, 100],
      ['medium', 2_900, 500],
      ['enterprise', 9_900, 3_000],
    ]);
    expect(plans[0].durations).toEqual([]);
    expect(plans[1].durations).toEqual([
      { key: 'monthly', months: 1, priceCents: 900 },
      { key: '3months', months: 3, priceCents: 850 },
      { key: '6months', months: 6, priceCents: 800 },
      { key: 'yearly', months: 12, priceCents: 700 },
    ]);
    expect(plans.every(({ name, features }) => name.length > 0 && features.length > 0)).toBe(true);
  });

  it('shows an account that it does not know yet as active on Free, without end or days left', async () => {
    expect(await subscription(randomUUID())).toEqual({
      plan: 'free',
      isActive: true,
      videoLimit: 3,
      remainingDays: undefined,
      endDateSeconds: undefined,
    });
  });

  it("shows a granted plan until it expires, and then its name and end with Free's quota", async () => {
    const accountId = randomUUID();
    expect(await grant(accountId, 'basic')).toEqual({
      startsAtSeconds: seconds('2026-11-21T10:00:00Z'),
      endsAtSeconds: seconds('2026-12-21T10:00:00Z'),
    });
    const endDateSeconds = seconds('2026-12-21T10:00:00Z');
    expect(await subscription(accountId)).toEqual({
      plan: 'basic',
      isActive: true,
      videoLimit: 100,
      remainingDays: 30,
      endDateSeconds,
    });
    billing.clock.moveTo('2026-12-21T10:00:00Z');
    expect(await subscription(accountId)).toEqual({
      plan: 'basic',
      isActive: false,
      videoLimit: 3,
      remainingDays: 0,
      endDateSeconds,
    });
  });

  it('changes the plan immediately on an upgrade and at the end on a downgrade', async () => {
    const accountId = randomUUID();
    await grant(accountId, 'basic', 12);
    await grant(accountId, 'enterprise');
    await grant(accountId, 'medium');
    expect(await subscription(accountId)).toMatchObject({
      plan: 'enterprise',
      videoLimit: 3_000,
      endDateSeconds: seconds('2026-12-21T10:00:00Z'),
    });
    billing.clock.moveTo('2026-12-21T10:00:00Z');
    expect(await subscription(accountId)).toMatchObject({
      plan: 'medium',
      isActive: true,
      videoLimit: 500,
      remainingDays: 31,
    });
  });

  it.each([
    [{ grantId: 'not-a-uuid' }, 'grant_id_invalid'],
    [{ accountId: '' }, 'account_id_invalid'],
    [{ accountId: 'a b\n' }, 'account_id_invalid'],
    [{ plan: '__proto__' }, 'plan_unknown'],
    [{ plan: 'free' }, 'plan_without_terms'],
    [{ months: 7 }, 'term_months_invalid'],
  ])('refuses a grant with %j as %s', async (changes, code) => {
    const request = { grantId: randomUUID(), accountId: randomUUID(), plan: 'basic', months: 1, ...changes };
    await expect(billing.as('operator').grantTerm(request)).rejects.toMatchObject({ kind: 'invalid', code });
  });

  it('refuses a request without an account', async () => {
    await expect(subscription('')).rejects.toMatchObject({ kind: 'invalid', code: 'account_id_invalid' });
  });
});
