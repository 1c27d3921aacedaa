import { randomUUID } from 'node:crypto';
import { ConsumingDatabase } from '../testing/consuming-database.js';
import { completed, pending, refunded, registered, verified, walletEntry } from '../testing/facts.js';
import { announcedIn } from '../testing/written.js';
import { movementId } from './movement-id.js';

let referrals: ConsumingDatabase;
beforeAll(async () => void (referrals = await ConsumingDatabase.open()));
afterAll(() => referrals?.close());

const newReferrer = async () => {
  const id = randomUUID();
  await referrals.handle(registered(id));
  return { id, code: await referrals.codeOf(id) };
};
const commissionsOf = (userId: string): Promise<{ id: string; status: string }[]> =>
  referrals.database.query('SELECT id, status FROM commissions WHERE referred_id = $1', [userId]);
const everyTable = async () => {
  const tables = ['accounts', 'payments', 'payment_changes', 'commissions', 'commission_entries', 'outbox'];
  return Promise.all(tables.map((table) => referrals.database.query(`SELECT * FROM ${table} ORDER BY 1, 2, 3`)));
};

describe('copies that consume all topics at the same time', () => {
  it('give each of 20 payments of one account one commission, though its e-mail is verified meanwhile and each comes twice', async () => {
    const { id: referrer, code } = await newReferrer();
    const userId = randomUUID();
    const payments = Array.from({ length: 20 }, () => ({ userId, paymentId: randomUUID() }));
    const events = [
      ...payments.flatMap((paid) => [completed(paid), completed(paid), refunded(paid, 'R', 1_000)]),
      ...[registered(userId), verified(userId, code), verified(userId, code)],
    ];
    await Promise.all(events.map((event) => referrals.handle(event)));
    // Its registration may have arrived after its verification, which never happens on one topic.
    const commissions = await commissionsOf(userId);
    expect(commissions).toHaveLength(20);
    const approved = (await announcedIn(referrals.database.manager, referrer)).filter(
      ({ type }) => type === 'commission-approved',
    );
    expect(new Set(approved.map(({ commissionId }) => commissionId))).toEqual(new Set(commissions.map(({ id }) => id)));
    expect(approved).toHaveLength(20);

    await Promise.all(
      commissions
        .flatMap(({ id }) => [walletEntry(referrer, id), walletEntry(referrer, id)])
        .map((event) => referrals.handle(event)),
    );
    expect((await commissionsOf(userId)).map(({ status }) => status)).toEqual(Array(20).fill('reversed'));
    const all = await announcedIn(referrals.database.manager, referrer);
    expect([all.length, all.filter(({ type }) => type === 'commission-reversed').length]).toEqual([60, 20]);
  });

  it('decide accounts that wait for a referrer while the events of both arrive', async () => {
    for (let round = 0; round < 10; round++) {
      const [referrer, userId] = [randomUUID(), randomUUID()];
      const code = await referrals.codeOf(referrer);
      await referrals.handle(registered(userId));
      const paid = { userId, paymentId: randomUUID() };
      await Promise.all(
        [registered(referrer), verified(userId, code), completed(paid)].map((event) => referrals.handle(event)),
      );
      expect(await commissionsOf(userId)).toMatchObject([{ status: 'approved' }]);
    }
  });

  it('handle two accounts that name each other at checkout without a deadlock', async () => {
    const [a, b] = [await newReferrer(), await newReferrer()];
    await referrals.handleAll([verified(a.id), verified(b.id)]);
    await Promise.all([
      referrals.handle(completed({ userId: a.id, paymentId: randomUUID(), referralCode: b.code })),
      referrals.handle(completed({ userId: b.id, paymentId: randomUUID(), referralCode: a.code })),
    ]);
    expect([(await commissionsOf(a.id)).length, (await commissionsOf(b.id)).length]).toEqual([1, 1]);
  });
});

describe('the answer to a credit', () => {
  it('that is unknown here, or belongs to another account, is tried again and changes nothing until then', async () => {
    const { id: referrer, code } = await newReferrer();
    const userId = randomUUID();
    await referrals.handleAll([registered(userId), verified(userId, code)]);
    const paid = { userId, paymentId: randomUUID() };
    const early = walletEntry(referrer, movementId(paid.paymentId, 'payment'));
    for (const answer of [early, walletEntry(referrer, 'no uuid')])
      await expect(referrals.handle(answer)).rejects.toThrow('not known here');
    await referrals.handle(completed(paid));
    await expect(referrals.handle(walletEntry(userId, movementId(paid.paymentId, 'payment')))).rejects.toThrow();
    expect(await commissionsOf(userId)).toMatchObject([{ status: 'approved' }]);
    await referrals.handle(early);
    expect(await commissionsOf(userId)).toMatchObject([{ status: 'completed' }]);
  });
});

describe('a copy that dies before it commits', () => {
  it('leaves no row and no announcement of any event; the same event later has its full effect', async () => {
    const { id: referrer, code } = await newReferrer();
    const userId = randomUUID();
    const paid = { userId, paymentId: randomUUID() };
    const steps = [
      () => registered(userId),
      () => verified(userId, code),
      () => pending(paid),
      () => completed(paid),
      () => refunded(paid, 'R', 400),
      async () => walletEntry(referrer, (await commissionsOf(userId))[0].id),
    ];
    for (const step of steps) {
      const event = await step();
      const before = await everyTable();
      const died = new Error('killed');
      await expect(referrals.handle(event, () => Promise.reject(died))).rejects.toBe(died);
      expect(await everyTable()).toEqual(before);
      await referrals.handle(event);
      expect(await everyTable()).not.toEqual(before);
    }
    const news = await announcedIn(referrals.database.manager, referrer);
    expect(news.map(({ type, amountCents }) => `${type} ${amountCents}`)).toEqual([
      'commission-approved 150',
      'commission-completed 150',
      'commission-reversed 60',
    ]);
  });
});
