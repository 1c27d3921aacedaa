import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Timetable } from '../quota/quota-limit.rule.js';

/** A timetable and its version at billing; 0 without a timetable: billing knows none. */
export interface VersionedTimetable {
  version: number;
  timetable: Timetable | null;
}

/** Of each account what billing said last, and whether billing itself was asked. */
@Injectable()
export class TimetablesRepository {
  /** Numbers the questions to billing in the order in which they are asked, by no clock. Take it before asking. */
  async takeTicket(manager: EntityManager): Promise<string> {
    const [{ ticket }] = await manager.query(`SELECT nextval('timetable_reads') AS ticket`);
    return ticket;
  }

  /**
   * Stores what billing answered, whatever is stored and whatever its version: after a restore billing counts on from a lower one. Only
   * the answer to a later question, which may know more, stays. An account that billing does not know gets no row.
   */
  async saveRead(
    manager: EntityManager,
    accountId: string,
    ticket: string,
    { version, timetable }: VersionedTimetable,
  ): Promise<void> {
    const values = [accountId, ticket, version, timetable === null ? null : JSON.stringify(timetable)];
    await manager.query(
      timetable === null
        ? `UPDATE quota_accounts SET timetable_version = $3, timetable = $4, confirmed = true, read_ticket = $2 WHERE account_id = $1 AND read_ticket < $2`
        : `INSERT INTO quota_accounts (account_id, read_ticket, timetable_version, timetable, confirmed) VALUES ($1, $2, $3, $4, true)
           ON CONFLICT (account_id) DO UPDATE SET read_ticket = excluded.read_ticket, timetable_version = excluded.timetable_version,
             timetable = excluded.timetable, confirmed = true
           WHERE quota_accounts.read_ticket < excluded.read_ticket`,
      values,
    );
  }

  /**
   * Stores what an event says, if it is newer and no jump, until billing is asked: in any case the account is to be confirmed. Answers how
   * the event's version compares to the stored one. Call it in a transaction.
   */
  async saveUnconfirmed(
    manager: EntityManager,
    accountId: string,
    version: number,
    timetable: Timetable,
  ): Promise<ReturnType<typeof compareVersions>> {
    await manager.query('INSERT INTO quota_accounts (account_id) VALUES ($1) ON CONFLICT DO NOTHING', [accountId]);
    const [stored] = await manager.query(
      'SELECT timetable_version FROM quota_accounts WHERE account_id = $1 FOR UPDATE',
      [accountId],
    );
    const age = compareVersions(stored.timetable_version, version);
    // A ticket of its own: an answer that is still under way may be older than the event.
    await manager.query(
      `UPDATE quota_accounts SET confirmed = false, read_ticket = nextval('timetable_reads') WHERE account_id = $1`,
      [accountId],
    );
    if (age === 'newer') {
      await manager.query('UPDATE quota_accounts SET timetable_version = $2, timetable = $3 WHERE account_id = $1', [
        accountId,
        version,
        JSON.stringify(timetable),
      ]);
    }
    return age;
  }

  /** Accounts behind `after` that billing has not confirmed, by id; '' for the first. */
  async unconfirmed(manager: EntityManager, after: string, limit: number): Promise<string[]> {
    const rows: { account_id: string }[] = await manager.query(
      `SELECT account_id FROM quota_accounts WHERE NOT confirmed AND account_id > coalesce(nullif($1, '')::uuid, '00000000-0000-0000-0000-000000000000') ORDER BY account_id LIMIT $2`,
      [after, limit],
    );
    return rows.map((row) => row.account_id);
  }
}

/** An account's timetable changes with its payments: far fewer happen between two events that arrive. */
const MAX_JUMP = 1_000;

/**
 * How an event's version compares to the stored one (0: none), while billing cannot be asked. A jump is refused: after it no true
 * version would ever count as newer.
 */
export function compareVersions(stored: number, event: number): 'newer' | 'older' | 'jump' {
  if (event <= stored) return 'older';
  return event - stored > MAX_JUMP ? 'jump' : 'newer';
}
