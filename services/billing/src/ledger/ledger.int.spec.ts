import { randomUUID } from 'node:crypto';
import { LedgerDatabase } from '../testing/ledger-database.js';
import { inParallel } from '../testing/shuffled-payments.js';
import {
  commissionPosting,
  commissionReversalPosting,
  paymentPosting,
  type Transfer,
  walletOf,
} from './postings.rule.js';

let books: LedgerDatabase;
beforeAll(async () => void (books = await LedgerDatabase.open()));
afterEach(async () => expect(await books.faults()).toEqual({ sum: 0, accounts: 0 }));
afterAll(() => books?.close());

const times = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const between = (from: string, to: string, cents: number): Transfer => ({
  key: `test:${randomUUID()}`,
  kind: 'payment',
  reference: 'test',
  lines: [
    { account: walletOf(from), amountCents: cents },
    { account: walletOf(to), amountCents: -cents },
  ],
});

describe('a wallet', () => {
  it('of $100 pays three of 200 debits of $30 at the same time, refuses the others and keeps $10', async () => {
    const accountId = await books.accountWith(10_000);
    const results = await Promise.allSettled(times(200, () => books.pay(accountId, 3_000)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    for (const result of results)
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({
          kind: 'invalid',
          code: 'insufficient_wallet_balance',
          publicMessage: 'Insufficient wallet balance to complete this transaction.',
        });
    expect(await books.balance(accountId)).toBe(1_000);
    const balances = (await books.announced(accountId)).map(({ balanceCents }) => balanceCents);
    expect(balances).toEqual([10_000, 7_000, 4_000, 1_000]);
  });

  it('pays its last cent, and nothing beyond it', async () => {
    const accountId = await books.accountWith(2_900);
    await expect(books.pay(accountId, 2_901)).rejects.toMatchObject({ code: 'insufficient_wallet_balance' });
    await books.pay(accountId, 2_900);
    expect(await books.balance(accountId)).toBe(0);
    await expect(books.pay(accountId, 1)).rejects.toMatchObject({ code: 'insufficient_wallet_balance' });
  });

  it('that was never used holds 0 and pays nothing', async () => {
    const accountId = randomUUID();
    expect(await books.balance(accountId)).toBe(0);
    await expect(books.pay(accountId, 1)).rejects.toMatchObject({ code: 'insufficient_wallet_balance' });
  });

  it('goes below zero by a reversal, then pays nothing, and rises again by credits', async () => {
    const accountId = await books.accountWith(500);
    await books.pay(accountId, 400);
    await books.post(commissionReversalPosting(randomUUID(), randomUUID(), accountId, 500));
    expect(await books.balance(accountId)).toBe(-400);
    await expect(books.pay(accountId, 1)).rejects.toMatchObject({ code: 'insufficient_wallet_balance' });
    await books.post(commissionPosting(randomUUID(), accountId, 150));
    expect(await books.balance(accountId)).toBe(-250);
    await expect(books.pay(accountId, 1)).rejects.toMatchObject({ code: 'insufficient_wallet_balance' });
    await books.post(commissionPosting(randomUUID(), accountId, 300));
    await books.pay(accountId, 50);
    expect(await books.balance(accountId)).toBe(0);
    await expect(books.pay(accountId, 1)).rejects.toMatchObject({ code: 'insufficient_wallet_balance' });
  });
});

describe('a transfer', () => {
  it('is posted once for 50 simultaneous calls with one key, and every caller gets its id', async () => {
    const accountId = await books.accountWith(10_000);
    const paymentId = randomUUID();
    const answers = await Promise.all(times(50, () => books.pay(accountId, 3_000, paymentId)));
    expect(new Set(answers.map(({ transferId }) => transferId)).size).toBe(1);
    expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(await books.transfers(`pay:${paymentId}`)).toBe(1);
    expect(await books.balance(accountId)).toBe(7_000);
    expect(await books.announced(accountId)).toHaveLength(2);
  });

  it('is refused under a key of another amount, account, kind or reference', async () => {
    const accountId = await books.accountWith(10_000);
    const paymentId = randomUUID();
    const paid = paymentPosting(paymentId, { method: 'wallet', accountId }, 3_000);
    await books.post(paid);
    const others: Transfer[] = [
      paymentPosting(paymentId, { method: 'wallet', accountId }, 2_999),
      paymentPosting(paymentId, { method: 'stripe' }, 3_000),
      { ...paid, kind: 'refund' },
      { ...paid, reference: randomUUID() },
    ];
    for (const other of others)
      await expect(books.post(other)).rejects.toMatchObject({ kind: 'conflict', code: 'transfer_key_taken' });
    expect(await books.post({ ...paid, lines: paid.lines.toReversed() })).toMatchObject({ isNew: false });
    expect(await books.balance(accountId)).toBe(7_000);
  });

  it('never deadlocks: 400 transfers between two wallets, half of them in the opposite direction', async () => {
    const [one, other] = await Promise.all([books.accountWith(100_000), books.accountWith(100_000)]);
    const all = times(400, (i) => (i % 2 ? between(one, other, 100) : between(other, one, 100)));
    // They commit one after the other: all 400 at once would wait longer for a connection of the pool than it allows on a slow machine.
    await inParallel(40, all, async (transfer) => void (await books.post(transfer)));
    expect(await Promise.all([one, other].map((accountId) => books.balance(accountId)))).toEqual([100_000, 100_000]);
  }, 60_000);

  it('is announced for every wallet that it changes, and not for our own accounts', async () => {
    const [one, other] = [await books.accountWith(1_000), randomUUID()];
    const transfer = between(one, other, 400);
    const { transferId } = await books.post(transfer);
    const fact = { transferId, kind: 'payment', reference: 'test' };
    expect((await books.announced(one)).at(-1)).toEqual({
      ...fact,
      userId: one,
      amountCents: -400,
      balanceCents: 600,
      sequence: 2,
    });
    expect(await books.announced(other)).toEqual([
      { ...fact, userId: other, amountCents: 400, balanceCents: 400, sequence: 1 },
    ]);
  });

  it('leaves neither entries nor an event when the transaction is rolled back', async () => {
    const accountId = await books.accountWith(1_000);
    const paid = paymentPosting(randomUUID(), { method: 'wallet', accountId }, 300);
    const cut = books.database.transaction(async (manager) => {
      await books.ledger.post(manager, paid, books.clock.now());
      throw new Error('cut off before commit');
    });
    await expect(cut).rejects.toThrow('cut off before commit');
    expect([await books.balance(accountId), await books.transfers(paid.key)]).toEqual([1_000, 0]);
    expect(await books.announced(accountId)).toHaveLength(1);
    expect(await books.post(paid)).toMatchObject({ isNew: true });
  });
});
