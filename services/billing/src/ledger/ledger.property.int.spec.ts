import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { LedgerDatabase } from '../testing/ledger-database.js';
import { commissionPosting, commissionReversalPosting, paymentPosting, refundPosting } from './postings.rule.js';

let books: LedgerDatabase;
beforeAll(async () => void (books = await LedgerDatabase.open()));
afterAll(() => books?.close());

const STEPS = fc.array(
  fc.record({
    wallet: fc.nat({ max: 2 }),
    kind: fc.constantFrom('credit', 'pay', 'refund', 'reverse'),
    cents: fc.integer({ min: 1, max: 1_000 }),
  }),
  { minLength: 1, maxLength: 25 },
);

describe('any sequence of credits, payments, refunds and reversals', () => {
  it('leaves the plain sum in each wallet, refuses payments beyond it, and announces every step', async () => {
    await fc.assert(
      fc.asyncProperty(STEPS, async (steps) => {
        const accounts = [randomUUID(), randomUUID(), randomUUID()];
        const expected: number[][] = [[], [], []];
        for (const { wallet, kind, cents } of steps) {
          const accountId = accounts[wallet];
          const balance = expected[wallet].at(-1) ?? 0;
          const id = randomUUID();
          const transfer = {
            credit: commissionPosting(id, accountId, cents),
            pay: paymentPosting(id, { method: 'wallet', accountId }, cents),
            refund: refundPosting(id, id, { method: 'wallet', accountId }, cents),
            reverse: commissionReversalPosting(id, id, accountId, cents),
          }[kind];
          if (kind === 'pay' && balance < cents) {
            await expect(books.post(transfer)).rejects.toMatchObject({ code: 'insufficient_wallet_balance' });
            continue;
          }
          await books.post(transfer);
          expected[wallet].push(balance + (kind === 'pay' || kind === 'reverse' ? -cents : cents));
        }
        for (const [index, accountId] of accounts.entries()) {
          const entries = await books.announced(accountId);
          expect(entries.map(({ balanceCents }) => balanceCents)).toEqual(expected[index]);
          expect(entries.map(({ sequence }) => sequence)).toEqual(expected[index].map((_, i) => i + 1));
          expect(await books.balance(accountId)).toBe(expected[index].at(-1) ?? 0);
        }
        expect(await books.faults()).toEqual({ sum: 0, accounts: 0 });
      }),
      { numRuns: process.env.FULL ? 400 : 15 },
    );
  }, 120_000);
});
