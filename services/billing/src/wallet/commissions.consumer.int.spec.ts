import { EVENTS } from '@precis/events/catalogue/events';
import { CommissionCreditRefused } from '@precis/proto/events/billing/v1/wallet';
import { eventually } from '@precis/testing/eventually';
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

const now = new Date('2026-11-21T12:00:00Z');
interface Commission {
  commissionId: string;
  userId: string;
  paymentId: string;
  amountCents: number;
}
const commissionOf = (amountCents: number, userId: string = randomUUID()): Commission => ({
  commissionId: randomUUID(),
  userId,
  paymentId: randomUUID(),
  amountCents,
});
const approve = (commission: Commission) => world.publish(EVENTS.commissionApproved.of(commission, now));
const reverse = (commission: Commission, amountCents = commission.amountCents, reversalId: string = randomUUID()) =>
  world.publish(EVENTS.commissionReversed.of({ ...commission, amountCents, reversalId }, now));
const wallet = async (accountId: string) => (await billing.as('gateway').getWallet({ accountId })).balanceCents;
const entries = async (accountId: string) =>
  (await billing.as('gateway').listWalletEntries({ accountId, beforeSequence: 0, limit: 100 })).entries;

/** Events of one user are handled in order, so the effect of this one proves all earlier ones. */
async function everythingHandled(userId: string): Promise<void> {
  const unpublished = () => world.rows(`SELECT 1 FROM outbox WHERE published_at IS NULL`);
  await eventually('all events are on the bus', async () => (await unpublished()).length === 0);
  const marker = commissionOf(1, userId);
  await approve(marker);
  await eventually('the marker is credited', async () =>
    (await entries(userId)).some(({ reference }) => reference === marker.commissionId),
  );
}

async function refusals(userId: string): Promise<CommissionCreditRefused[]> {
  const rows = await world.rows<{ payload: Buffer }>(
    `SELECT payload FROM outbox WHERE type = 'commission-credit-refused' AND key = $1 ORDER BY position`,
    [userId],
  );
  return rows.map(({ payload }) => CommissionCreditRefused.decode(payload));
}

/** Publishes an event again, like a relay that crashed between publishing and marking. */
const publishAgain = (userId: string) =>
  world.rows(`UPDATE outbox SET published_at = NULL WHERE topic = 'referrals.commission.v1' AND key = $1`, [userId]);

describe('commission-approved', () => {
  it('is credited to the wallet, and its owner sees it', async () => {
    const commission = commissionOf(1_260);
    await approve(commission);
    await eventually('the wallet is credited', async () => (await wallet(commission.userId)) === 1_260);
    expect(await entries(commission.userId)).toEqual([
      {
        sequence: 1,
        occurredAtSeconds: billing.clock.now().getTime() / 1_000,
        kind: 'commission',
        reference: commission.commissionId,
        amountCents: 1_260,
        balanceCents: 1_260,
      },
    ]);
  });

  it('is credited once when the event arrives twice, and when two events name one commission', async () => {
    const commission = commissionOf(500);
    await approve(commission);
    await approve(commission);
    await eventually('the wallet is credited', async () => (await wallet(commission.userId)) === 500);
    await publishAgain(commission.userId);
    await everythingHandled(commission.userId);
    expect(await wallet(commission.userId)).toBe(501);
    expect(await world.rows(`SELECT 1 FROM consumed_events WHERE state <> 'done'`)).toEqual([]);
  });

  it('with an invalid amount is refused once, and never credited later', async () => {
    const commission = commissionOf(0);
    await approve(commission);
    await approve({ ...commission, amountCents: 700 });
    await everythingHandled(commission.userId);
    const { userId, commissionId } = commission;
    expect(await refusals(userId)).toEqual([{ userId, commissionId, reason: 'amount-invalid' }]);
    expect(await wallet(userId)).toBe(1);
  });

  it('of an account that was erased is refused; one that was credited before stays credited', async () => {
    const before = commissionOf(900);
    const { userId } = before;
    await approve(before);
    await everythingHandled(userId);
    await world.rows('INSERT INTO erased_accounts VALUES ($1, now())', [userId]);
    const late = commissionOf(300, userId);
    await approve(late);
    await approve(before);
    await eventually('it is refused', async () => (await refusals(userId)).length > 0);
    await world.rows('DELETE FROM erased_accounts WHERE account_id = $1', [userId]);
    await everythingHandled(userId);
    expect(await refusals(userId)).toEqual([{ userId, commissionId: late.commissionId, reason: 'account-deleted' }]);
    expect(await wallet(userId)).toBe(902);
  });
});

describe('commission-reversed', () => {
  it('takes the commission back in parts, each once, also from a wallet that holds less', async () => {
    const commission = commissionOf(1_000);
    const { userId } = commission;
    const [first, second] = [randomUUID(), randomUUID()];
    await approve(commission);
    await reverse(commission, 333, first);
    await reverse(commission, 333, first);
    await reverse(commission, 667, second);
    await everythingHandled(userId);
    await publishAgain(userId);
    await everythingHandled(userId);
    expect((await entries(userId)).map(({ kind, amountCents }) => [kind, amountCents]).toReversed()).toEqual([
      ['commission', 1_000],
      ['commission-reversed', -333],
      ['commission-reversed', -667],
      ['commission', 1],
      ['commission', 1],
    ]);
    await reverse(commissionOf(100, userId), 100);
    await eventually('the wallet is below zero', async () => (await wallet(userId)) === -98);
  });

  it('that arrives before its credit leaves the same wallet as one that arrives after it', async () => {
    const commission = commissionOf(1_000);
    await reverse(commission, 400);
    await eventually('it is taken back', async () => (await wallet(commission.userId)) === -400);
    await approve(commission);
    await eventually('it is credited', async () => (await wallet(commission.userId)) === 600);
  });

  it('of a refused commission takes nothing, and one of zero posts nothing', async () => {
    const refused = commissionOf(-5);
    await approve(refused);
    await reverse(refused, 400);
    await reverse(commissionOf(100, refused.userId), 0);
    await everythingHandled(refused.userId);
    expect((await entries(refused.userId)).map(({ kind }) => kind)).toEqual(['commission']);
  });
});

describe('the statement of a wallet', () => {
  it('is paged, newest first, without a gap', async () => {
    const userId = randomUUID();
    for (const amountCents of [1, 2, 3, 4, 5]) await approve(commissionOf(amountCents, userId));
    await eventually('all are credited', async () => (await wallet(userId)) === 15);
    const page = async (beforeSequence: number) =>
      (await billing.as('gateway').listWalletEntries({ accountId: userId, beforeSequence, limit: 2 })).entries.map(
        ({ sequence, balanceCents }) => [sequence, balanceCents],
      );
    expect(await page(0)).toEqual([
      [5, 15],
      [4, 10],
    ]);
    expect(await page(4)).toEqual([
      [3, 6],
      [2, 3],
    ]);
    expect(await page(2)).toEqual([[1, 1]]);
    expect(await page(1)).toEqual([]);
  });

  it.each([
    [{ limit: 0 }, 'page_invalid'],
    [{ limit: 101 }, 'page_invalid'],
    [{ beforeSequence: -1 }, 'page_invalid'],
    [{ accountId: '' }, 'account_id_invalid'],
    [{ accountId: 'a/b' }, 'account_id_invalid'],
  ])('refuses %j as %s', async (changes, code) => {
    const request = { accountId: randomUUID(), beforeSequence: 0, limit: 10, ...changes };
    await expect(billing.as('gateway').listWalletEntries(request)).rejects.toMatchObject({ kind: 'invalid', code });
  });
});
