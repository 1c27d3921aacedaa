import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** The facts of a closed month, as usage announced them. */
export interface UsageHead {
  /** YYYY-MM in UTC. */
  month: string;
  /** Units of the quota that the account used in the month. */
  used: number;
  /** How many lines the month's statement has. */
  lines: number;
  /** Hash of the statement's last line, in hex. */
  head: string;
  /** The account's pseudonym in the statement. */
  account: string;
}

/** All SQL of the heads of closed months. */
@Injectable()
export class UsageHeadsRepository {
  /** Stores the head once per account and month; nothing for an erased account, whose last month may be closed after its erasure. */
  async add(manager: EntityManager, accountId: string, head: UsageHead, now: Date): Promise<void> {
    await manager.query(
      `INSERT INTO usage_heads (account_id, month, used, lines, head, account, known_since)
       SELECT $1, $2, $3, $4, $5, $6, $7 WHERE NOT EXISTS (SELECT FROM erased_accounts WHERE account_id = $1)
       ON CONFLICT DO NOTHING`,
      [accountId, head.month, head.used, head.lines, head.head, head.account, now],
    );
  }

  /** The latest month that was known at that moment, because a receipt must not change when a later month ends. */
  async latestAt(manager: EntityManager, accountId: string, at: Date): Promise<UsageHead | null> {
    const [found]: UsageHead[] = await manager.query(
      `SELECT month, used, lines, head, account FROM usage_heads
       WHERE account_id = $1 AND known_since <= $2 ORDER BY month DESC LIMIT 1`,
      [accountId, at],
    );
    return found ?? null;
  }

  async forget(manager: EntityManager, accountId: string): Promise<void> {
    await manager.query('DELETE FROM usage_heads WHERE account_id = $1', [accountId]);
  }
}
