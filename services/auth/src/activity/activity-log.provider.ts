import { Injectable } from '@nestjs/common';
import type { Visitor } from '@precis/proto/auth/v1/auth';
import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { shownClient } from '../api-keys/key-grace.rule.js';
import { mostEntriesOf } from './activity-rows.rule.js';

/** Kinds of activity that an account's owner sees (ACC-35). Each entry is written in the transaction of its change. */
export type ActivityKind =
  | 'registered'
  | 'email-verified'
  | 'login'
  | 'login-google'
  | 'google-linked'
  | 'google-unlinked'
  | 'session-ended'
  | 'sessions-ended'
  | 'password-changed'
  | 'password-reset'
  | 'password-set'
  | 'name-changed'
  | 'email-change-asked'
  | 'email-change-cancelled'
  | 'email-changed'
  | 'email-change-undone'
  | 'key-generated'
  | 'key-rotated'
  | 'key-revoked'
  | 'suspended'
  | 'resumed'
  | 'closed'
  | 'reopened'
  | 'mail-resent'
  | 'term-granted'
  | 'exported';

const LONGEST_ADDRESS = 64;

/**
 * Writes an account's activity. An entry says only that a change happened, never what it changed. An event that equals the newest entry in
 * all but its time raises that entry's count. Of each kind only the newest entries are kept, so that repeating one event cannot hide others
 * (ACC-72).
 */
@Injectable()
export class ActivityLog {
  /** No visitor: the change came from a link, a periodic job or an operator's command. */
  async note(
    manager: EntityManager,
    userId: string,
    kind: ActivityKind,
    now: Date,
    { by = 'owner', visitor }: { by?: 'owner' | 'operator'; visitor?: Visitor } = {},
  ): Promise<void> {
    const said = [
      userId,
      now,
      kind,
      by,
      shownClient(visitor?.client ?? ''),
      (visitor?.address ?? '').slice(0, LONGEST_ADDRESS),
    ];
    const [, repeated] = await manager.query<[unknown[], number]>(
      `UPDATE activity SET times = times + 1, first_at = coalesce(first_at, at), at = greatest(at, $2)
       WHERE id = (SELECT id FROM activity WHERE user_id = $1 ORDER BY at DESC, id DESC LIMIT 1)
         AND kind = $3 AND by = $4 AND client = $5 AND address = $6`,
      said,
    );
    if (repeated > 0) return;
    await manager.query(
      'INSERT INTO activity (user_id, at, kind, by, client, address, id) VALUES ($1, $2, $3, $4, $5, $6, $7)',
      [...said, randomUUID()],
    );
    await manager.query(
      `DELETE FROM activity WHERE id IN (
         SELECT id FROM activity WHERE user_id = $1 AND kind = $2 ORDER BY at DESC, id DESC OFFSET $3
       )`,
      [userId, kind, mostEntriesOf(kind)],
    );
  }
}
