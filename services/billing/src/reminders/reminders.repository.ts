import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Due } from './reminder.rule.js';

/** The end of an account's paid time. */
export interface Ending {
  accountId: string;
  termId: string;
  plan: string;
  endsAt: Date;
}

/**
 * The last terms of accounts that are due for a reminder, by window ($1, $2] and days $3. Left out are terms of zero length, terms whose rest was
 * taken back, and the used parts of terms that returned (`used:...`). A nearer reminder of the same end counts as this one, because the clocks of two
 * copies may differ.
 */
const DUE = `
  FROM terms t JOIN subscriptions s ON s.account_id = t.account_id
  WHERE t.ends_at > $1 AND t.ends_at <= $2 AND t.ends_at > t.starts_at AND t.ended_at IS NULL AND t.origin NOT LIKE 'used:%'
    AND ($3::int = 0 OR s.cancelled_at IS NULL)
    AND NOT EXISTS (
      SELECT FROM terms later WHERE later.account_id = t.account_id AND later.ends_at > t.ends_at AND later.ends_at > later.starts_at)
    AND NOT EXISTS (SELECT FROM reminders r WHERE r.account_id = t.account_id AND r.ends_at = t.ends_at AND r.days <= $3)
    AND NOT EXISTS (SELECT FROM erased_accounts e WHERE e.account_id = t.account_id)`;

/** All SQL of reminders. */
@Injectable()
export class RemindersRepository {
  /** Locks due accounts, longest due first, and skips locked ones: they are due again in the next run. */
  async lockDue(manager: EntityManager, { after, until, days }: Due, limit: number): Promise<string[]> {
    const rows: { accountId: string }[] = await manager.query(
      `SELECT t.account_id AS "accountId" ${DUE} ORDER BY t.ends_at LIMIT $4 FOR UPDATE OF s SKIP LOCKED`,
      [after, until, days, limit],
    );
    return rows.map(({ accountId }) => accountId);
  }

  /** Records the reminders of locked accounts that are still due, each once per end and days, and returns them. */
  async note(manager: EntityManager, { after, until, days }: Due, accountIds: string[], now: Date): Promise<Ending[]> {
    return manager.query(
      `WITH due AS MATERIALIZED (
         SELECT t.account_id, t.id, t.plan, t.ends_at ${DUE} AND t.account_id = ANY($4)
       ), noted AS (
         INSERT INTO reminders (account_id, ends_at, days, term_id, announced_at)
         SELECT account_id, ends_at, $3, id, $5 FROM due
       )
       SELECT account_id AS "accountId", id AS "termId", plan, ends_at AS "endsAt" FROM due`,
      [after, until, days, accountIds, now],
    );
  }
}
