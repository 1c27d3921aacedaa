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

const wish = { plan: 'medium', duration: 'yearly', paymentMethod: 'stripe', extend: false };
const quote = (accountId: string, changes = {}) =>
  billing.as('gateway').createQuote({ ...wish, accountId, ...changes });
const seconds = (iso: string) => Date.parse(iso) / 1_000;

describe('CreateQuote over gRPC', () => {
  it('returns lines, amounts, times and the balance of the wallet (PAY-14)', async () => {
    expect(await quote(randomUUID())).toEqual({
      quoteId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      lines: [{ kind: 'plan', label: 'Medium, 12 months', amountCents: 27_600 }],
      totalCents: 27_600,
      creditCents: 0,
      dueCents: 27_600,
      expiresAtSeconds: seconds('2026-11-21T10:30:00Z'),
      startsAtSeconds: seconds('2026-11-21T10:00:00Z'),
      endsAtSeconds: seconds('2027-11-21T10:00:00Z'),
      kind: 'new',
      walletBalanceCents: 0,
    });
  });

  it.each([
    [{ accountId: 'a b\n' }, 'account_id_invalid'],
    [{ plan: 'gold' }, 'plan_unknown'],
    [{ plan: 'free' }, 'plan_without_terms'],
    [{ duration: 'weekly' }, 'duration_unknown'],
    [{ paymentMethod: 'cash' }, 'payment_method_unknown'],
  ])('refuses %j as %s', async (changes, code) => {
    await expect(quote(randomUUID(), changes)).rejects.toMatchObject({ kind: 'invalid', code });
  });
});

describe('CancelSubscription over gRPC', () => {
  it('returns the end of the plan, and is refused on Free (PAY-16)', async () => {
    const accountId = randomUUID();
    await expect(billing.as('gateway').cancelSubscription({ accountId })).rejects.toMatchObject({
      kind: 'invalid',
      code: 'nothing_to_cancel',
    });
    await billing.as('operator').grantTerm({ grantId: randomUUID(), accountId, plan: 'basic', months: 1 });
    expect(await billing.as('gateway').cancelSubscription({ accountId })).toEqual({
      endDateSeconds: seconds('2026-12-21T10:00:00Z'),
    });
  });
});
