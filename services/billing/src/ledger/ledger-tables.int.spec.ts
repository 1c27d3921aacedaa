import { randomUUID } from 'node:crypto';
import { LedgerDatabase } from '../testing/ledger-database.js';
import type { Line, TransferKind } from './postings.rule.js';

let books: LedgerDatabase;
let accountId: string;
beforeAll(async () => void (books = await LedgerDatabase.open()));
beforeEach(async () => void (accountId = await books.accountWith(1_000)));
afterEach(async () => expect(await books.faults()).toEqual({ sum: 0, accounts: 0 }));
afterAll(() => books?.close());

/** Writes directly to the tables, without our code. */
async function write(lines: Line[], { kind = 'payment' as TransferKind, said = lines.length } = {}): Promise<string> {
  const id = randomUUID();
  await books.database.transaction(async (manager) => {
    await manager.query(
      `INSERT INTO ledger_transfers (id, key, request_hash, kind, reference, lines, posted_at) VALUES ($1, $2, '', $3, '', $4, now())`,
      [id, id, kind, said],
    );
    for (const line of lines) await manager.query(...entry(id, lines.indexOf(line) + 1, line));
  });
  return id;
}
const entry = (transferId: string, line: number, { account, amountCents }: Line): [string, unknown[]] => [
  `INSERT INTO ledger_entries (transfer_id, line, account_id, amount_cents) SELECT $1, $2, id, $3 FROM ledger_accounts WHERE name = $4`,
  [transferId, line, amountCents, account],
];
const paying = (amountCents: number): Line[] => [
  { account: `wallet/${accountId}`, amountCents },
  { account: 'revenue:subscription', amountCents: -amountCents },
];
const UNBALANCED = { driverError: { code: '23514', constraint: 'transfers_sum_to_zero' } };
const OVERDRAWN = { driverError: { code: '23514', constraint: 'balance_not_negative' } };

describe('the tables of the ledger', () => {
  it('accept a transfer that balances, and maintain balance and sequence themselves', async () => {
    await write(paying(400));
    expect(await books.balance(accountId)).toBe(600);
    expect(
      await books.database.query(
        `SELECT e.sequence, e.balance_cents FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id WHERE a.name = $1 ORDER BY e.sequence`,
        [`wallet/${accountId}`],
      ),
    ).toEqual([
      { sequence: '1', balance_cents: '1000' },
      { sequence: '2', balance_cents: '600' },
    ]);
  });

  it('refuse a transfer whose lines do not sum to zero, or are fewer than it declares, or fewer than two', async () => {
    const [debit, credit] = paying(400);
    await expect(write([debit, { ...credit, amountCents: -399 }])).rejects.toMatchObject(UNBALANCED);
    await expect(write([debit], { said: 2 })).rejects.toMatchObject(UNBALANCED);
    await expect(write([], { said: 2 })).rejects.toMatchObject(UNBALANCED);
    await expect(write([debit, credit], { said: 3 })).rejects.toMatchObject(UNBALANCED);
    await expect(write([debit])).rejects.toMatchObject({ driverError: { code: '23514' } });
    expect(await books.balance(accountId)).toBe(1_000);
  });

  it('refuse lines that are added to a posted transfer, also when they balance', async () => {
    const id = await write(paying(400));
    const late = books.database.transaction(async (manager) => {
      for (const [index, line] of paying(100).entries()) await manager.query(...entry(id, index + 3, line));
    });
    await expect(late).rejects.toMatchObject(UNBALANCED);
    expect(await books.balance(accountId)).toBe(600);
  });

  it.each([
    'UPDATE ledger_entries SET amount_cents = 1',
    'DELETE FROM ledger_entries',
    'TRUNCATE ledger_entries',
    `UPDATE ledger_transfers SET kind = 'refund'`,
    'DELETE FROM ledger_transfers',
    'TRUNCATE ledger_transfers CASCADE',
    'UPDATE ledger_accounts SET balance_cents = 1000000',
    'UPDATE ledger_accounts SET may_be_negative = true',
    'UPDATE ledger_accounts SET overdrawn_cents = 1000000',
    'DELETE FROM ledger_accounts',
    'TRUNCATE ledger_accounts CASCADE',
  ])('refuse %s', async (statement) => {
    await expect(books.database.query(statement)).rejects.toMatchObject({ driverError: { code: '23001' } });
    expect(await books.balance(accountId)).toBe(1_000);
  });

  it('refuse a wallet that may be negative', async () => {
    await expect(
      books.database.query(
        `INSERT INTO ledger_accounts (name, normal_side, may_be_negative) VALUES ('wallet/x', -1, true)`,
      ),
    ).rejects.toMatchObject({ driverError: { code: '23514' } });
  });

  it.each(['payment', 'refund', 'dispute', 'commission', 'underpaid'] as const)(
    'let no %s take a wallet below zero, nor further below zero after a reversal',
    async (kind) => {
      await expect(write(paying(1_001), { kind })).rejects.toMatchObject(OVERDRAWN);
      await write(paying(1_500), { kind: 'commission-reversed' });
      await expect(write(paying(1), { kind })).rejects.toMatchObject(OVERDRAWN);
      await write(paying(-200));
      expect(await books.balance(accountId)).toBe(-300);
      await expect(write(paying(1), { kind })).rejects.toMatchObject(OVERDRAWN);
    },
  );
});
