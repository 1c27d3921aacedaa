import { WalletEntryPosted } from '@precis/proto/events/billing/v1/wallet';
import { migratedDatabase } from '@precis/testing/migrated-database';
import { StandingClock } from '@precis/testing/standing-clock';
import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { openDatabase } from '../database.js';
import { Ledger, type Posted } from '../ledger/ledger.provider.js';
import { LedgerRepository } from '../ledger/ledger.repository.js';
import { commissionPosting, paymentPosting, type Transfer } from '../ledger/postings.rule.js';

/** Enough for transfers that really run in parallel. */
const CONNECTIONS = 30;

/** The ledger on a real database of the test file. */
export class LedgerDatabase {
  readonly clock = new StandingClock();
  readonly ledger = new Ledger(new LedgerRepository());

  private constructor(
    readonly database: DataSource,
    private readonly drop: () => Promise<void>,
  ) {}

  static async open(): Promise<LedgerDatabase> {
    const { url, drop } = await migratedDatabase('billing', openDatabase);
    const database = await openDatabase(url, CONNECTIONS);
    return new LedgerDatabase(database, drop);
  }

  /** Posts one transfer in its own transaction, without retries: a deadlock is an error here. */
  async post(transfer: Transfer): Promise<Posted> {
    return this.database.transaction((manager) => this.ledger.post(manager, transfer, this.clock.now()));
  }

  /** Makes an account with this balance. */
  async accountWith(cents: number): Promise<string> {
    const accountId = randomUUID();
    await this.post(commissionPosting(randomUUID(), accountId, cents));
    return accountId;
  }

  async pay(accountId: string, cents: number, paymentId: string = randomUUID()): Promise<Posted> {
    return this.post(paymentPosting(paymentId, { method: 'wallet', accountId }, cents));
  }

  async balance(accountId: string): Promise<number> {
    return this.ledger.balanceOf(this.database.manager, accountId);
  }

  /** Counts the transfers of a key. */
  async transfers(key: string): Promise<number> {
    const [{ n }] = await this.database.query('SELECT count(*)::int AS n FROM ledger_transfers WHERE key = $1', [key]);
    return n;
  }

  /** wallet-entry-posted of an account, in the order in which they were announced. */
  async announced(accountId: string): Promise<WalletEntryPosted[]> {
    const rows: { payload: Buffer }[] = await this.database.query(
      `SELECT payload FROM outbox WHERE type = 'wallet-entry-posted' AND key = $1 ORDER BY position`,
      [accountId],
    );
    return rows.map(({ payload }) => WalletEntryPosted.decode(payload));
  }

  async faults(): Promise<LedgerFaults> {
    return ledgerFaults((sql) => this.database.query(sql));
  }

  async close(): Promise<void> {
    await this.database.destroy();
    await this.drop();
  }
}

/** The cents by which all entries together are off, and the accounts whose balance differs from their entries. Both are 0 in a correct ledger. */
export interface LedgerFaults {
  sum: number;
  accounts: number;
}

export async function ledgerFaults(query: (sql: string) => Promise<LedgerFaults[]>): Promise<LedgerFaults> {
  const [row] = await query(`
    SELECT (SELECT coalesce(sum(amount_cents), 0) FROM ledger_entries)::int AS sum,
      (SELECT count(*) FROM ledger_accounts a WHERE balance_cents <> normal_side * (SELECT coalesce(sum(amount_cents), 0) FROM ledger_entries WHERE account_id = a.id)
        OR sequence <> (SELECT count(*) FROM ledger_entries WHERE account_id = a.id))::int AS accounts`);
  return row;
}
