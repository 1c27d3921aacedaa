import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Timetable } from '../quota/quota-limit.rule.js';

/** A timetable and its version at billing; version 0 without a timetable means that billing knows none. */
export interface VersionedTimetable {
  version: number;
  timetable: Timetable | null;
}

/** All SQL of timetables: the latest one of each account, and whether billing confirmed it. */
@Injectable()
export class TimetablesRepository {
  /** Numbers the reads from billing in order, without a clock. Take the number before the read. */
  async takeTicket(manager: EntityManager): Promise<string> {
    const [{ ticket }] = await manager.query(`SELECT nextval('timetable_reads') AS ticket`);
    return ticket;
  }

  /**
   * Stores billing's answer over any stored version, because after a restore billing may count from a lower one. The answer to a read that began
   * later is not overwritten, because it may be newer. An account that billing does not know gets no row.
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
   * Stores the timetable of an event if its version is newer and does not jump. In any case it marks the account as unconfirmed, so that billing is
   * asked later. Returns how the event's version compares to the stored one. Call it in a transaction.
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
    // A new ticket: a pending answer may be older than the event.
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

  /** Unconfirmed accounts after `after`, by id; '' for the first. */
  async unconfirmed(manager: EntityManager, after: string, limit: number): Promise<string[]> {
    const rows: { account_id: string }[] = await manager.query(
      `SELECT account_id FROM quota_accounts WHERE NOT confirmed AND account_id > coalesce(nullif($1, '')::uuid, '00000000-0000-0000-0000-000000000000') ORDER BY account_id LIMIT $2`,
      [after, limit],
    );
    return rows.map((row) => row.account_id);
  }
}

/** The largest plausible step of a version: a timetable changes with payments, and far fewer happen between two delivered events. */
const MAX_JUMP = 1_000;

/**
 * Compares an event's version to the stored one (0: none), while billing cannot be asked. A jump is refused, because after it no true version would
 * count as newer.
 */
export function compareVersions(stored: number, event: number): 'newer' | 'older' | 'jump' {
  if (event <= stored) return 'older';
  return event - stored > MAX_JUMP ? 'jump' : 'newer';
}
