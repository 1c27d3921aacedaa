import { Injectable } from '@nestjs/common';
import type { Visitor } from '@precis/proto/auth/v1/auth';
import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { shownClient } from '../api-keys/key-grace.rule.js';

/** What an account's owner reads of its past (ACC-35). Each is written in the transaction of the change that it names. */
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

/** Writes the account's activity; it never says more of a change than that it happened. */
@Injectable()
export class ActivityLog {
  /** Without a visitor the change came from a link, a clock or an operator's command. */
  async note(
    manager: EntityManager,
    userId: string,
    kind: ActivityKind,
    now: Date,
    { by = 'owner', visitor }: { by?: 'owner' | 'operator'; visitor?: Visitor } = {},
  ): Promise<void> {
    await manager.query(
      'INSERT INTO activity (id, user_id, at, kind, by, client, address) VALUES ($1, $2, $3, $4, $5, $6, $7)',
      [
        randomUUID(),
        userId,
        now,
        kind,
        by,
        shownClient(visitor?.client ?? ''),
        (visitor?.address ?? '').slice(0, LONGEST_ADDRESS),
      ],
    );
  }
}
