import { Injectable } from '@nestjs/common';
import { type EntityManager, QueryFailedError } from 'typeorm';
import type { LedgerAccount, Line, Transfer } from './postings.rule.js';

/** A posted line; sequence and balance are those of its account. */
export interface PostedLine {
  account: LedgerAccount;
  sequence: number;
  balanceCents: number;
}

/** An entry of a wallet. Positive cents are a credit to its owner. */
export interface WalletEntry {
  sequence: number;
  postedAt: Date;
  kind: string;
  reference: string;
  amountCents: number;
  balanceCents: number;
}

/** All SQL of the ledger. Needs READ COMMITTED, the default: a repeat must see what was committed while it waited. */
@Injectable()
export class LedgerRepository {
  /** Adds the transfer's row; false when its key is taken. Waits for another transaction that posts the same key. */
  async addTransfer(
    manager: EntityManager,
    id: string,
    transfer: Transfer,
    requestHash: Buffer,
    now: Date,
  ): Promise<boolean> {
    const { key, kind, reference, lines } = transfer;
    const rows: unknown[] = await manager.query(
      `INSERT INTO ledger_transfers (id, key, request_hash, kind, reference, lines, posted_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (key) DO NOTHING RETURNING id`,
      [id, key, requestHash, kind, reference, lines.length, now],
    );
    return rows.length === 1;
  }

  async findTransfer(manager: EntityManager, key: string): Promise<{ id: string; requestHash: Buffer } | undefined> {
    const [row] = await manager.query('SELECT id, request_hash FROM ledger_transfers WHERE key = $1', [key]);
    return row && { id: row.id, requestHash: row.request_hash };
  }

  /** Posts the lines in the order of their account ids. All transfers lock in this order, so that none deadlock. */
  async addEntries(manager: EntityManager, transferId: string, lines: Line[]): Promise<PostedLine[]> {
    const ids = await this.accountIds(
      manager,
      lines.map(({ account }) => account),
    );
    const ordered = lines
      .map((line) => ({ ...line, accountId: ids.get(line.account)! }))
      .sort((a, b) => a.accountId - b.accountId);
    const rows: { line: number; sequence: string; balance_cents: string }[] = await manager.query(
      `INSERT INTO ledger_entries (transfer_id, line, account_id, amount_cents)
       SELECT $1, l.line, l.account_id, l.amount_cents FROM unnest($2::bigint[], $3::bigint[]) WITH ORDINALITY AS l (account_id, amount_cents, line)
       ORDER BY l.line RETURNING line, sequence, balance_cents`,
      [transferId, ordered.map(({ accountId }) => accountId), ordered.map(({ amountCents }) => amountCents)],
    );
    return rows.map(({ line, sequence, balance_cents }) => ({
      account: ordered[line - 1].account,
      sequence: Number(sequence),
      balanceCents: Number(balance_cents),
    }));
  }

  /** A wallet is created by its first transfer; all other accounts are created with the ledger. */
  private async accountIds(manager: EntityManager, names: LedgerAccount[]): Promise<Map<string, number>> {
    const find = () => manager.query('SELECT id, name FROM ledger_accounts WHERE name = ANY($1)', [names]);
    let rows: { id: string; name: string }[] = await find();
    const absent = names.filter((name) => name.startsWith('wallet/') && !rows.some((row) => row.name === name));
    if (absent.length > 0) {
      await manager.query(
        `INSERT INTO ledger_accounts (name, normal_side, may_be_negative) SELECT name, -1, false FROM unnest($1::text[]) AS name
         ORDER BY name ON CONFLICT (name) DO NOTHING`,
        [[...new Set(absent)]],
      );
      rows = await find();
    }
    return new Map(rows.map(({ id, name }) => [name, Number(id)]));
  }

  /** Returns cents; 0 for an account without entries. */
  async balanceOf(manager: EntityManager, account: LedgerAccount): Promise<number> {
    const [row] = await manager.query('SELECT balance_cents FROM ledger_accounts WHERE name = $1', [account]);
    return Number(row?.balance_cents ?? 0);
  }

  /** At most `limit` entries, newest first, with a sequence below `before`; 0 begins with the newest. */
  async entriesOf(
    manager: EntityManager,
    wallet: LedgerAccount,
    before: number,
    limit: number,
  ): Promise<WalletEntry[]> {
    const rows: Record<string, string | Date>[] = await manager.query(
      `SELECT e.sequence, t.posted_at, t.kind, t.reference, -e.amount_cents AS amount_cents, e.balance_cents
       FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id JOIN ledger_transfers t ON t.id = e.transfer_id
       WHERE a.name = $1 AND ($2::bigint = 0 OR e.sequence < $2::bigint) ORDER BY e.sequence DESC LIMIT $3`,
      [wallet, before, limit],
    );
    return rows.map((row) => ({
      sequence: Number(row.sequence),
      postedAt: row.posted_at as Date,
      kind: row.kind as string,
      reference: row.reference as string,
      amountCents: Number(row.amount_cents),
      balanceCents: Number(row.balance_cents),
    }));
  }
}

/** Whether the database refused a line because it would take a balance below zero. */
export function isOverdrawn(error: unknown): boolean {
  const { code, constraint } = (error instanceof QueryFailedError ? error.driverError : {}) as {
    code?: string;
    constraint?: string;
  };
  return code === '23514' && constraint === 'balance_not_negative';
}
