import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, type FindOptionsWhere, In, IsNull, MoreThan } from 'typeorm';
import type { MailKind } from './mail-link.rule.js';
import { MailRequest } from './mail-request.entity.js';

/** Whose mails count: those of an account, and with `mailboxHash` also those of every other account with that mailbox. */
export interface MailScope {
  userId: string;
  mailboxHash?: Buffer;
}

@Injectable()
export class MailRequestsRepository {
  constructor(private readonly database: DataSource) {}

  async byId(id: string): Promise<MailRequest | null> {
    return this.database.manager.findOneBy(MailRequest, { id });
  }

  /** Makes other requests of mails to this mailbox wait for the end of the transaction, so that each counts those before it. */
  async lockMailbox(manager: EntityManager, mailboxHash: Buffer): Promise<void> {
    await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `mails ${mailboxHash.toString('hex')}`,
    ]);
  }

  async countSince(manager: EntityManager, scope: MailScope, kinds: MailKind[], since: Date): Promise<number> {
    return manager.countBy(MailRequest, within(scope, { kind: In(kinds), createdAt: MoreThan(since) }));
  }

  async hasLive(manager: EntityManager, scope: MailScope, kind: MailKind, now: Date): Promise<boolean> {
    const live = { kind, usedAt: IsNull(), supersededAt: IsNull(), expiresAt: MoreThan(now) };
    return (await manager.countBy(MailRequest, within(scope, live))) > 0;
  }

  async insert(manager: EntityManager, request: MailRequest): Promise<void> {
    await manager.insert(MailRequest, request);
  }

  /** The request whose link carries this token, dead or alive. */
  async byTokenHash(tokenHash: Buffer, manager = this.database.manager): Promise<MailRequest | null> {
    return manager.findOneBy(MailRequest, { tokenHash });
  }

  async spend(manager: EntityManager, { id }: MailRequest, now: Date): Promise<void> {
    await manager.query(
      'UPDATE mail_requests SET used_at = $2, name = NULL, password_hash = NULL, address = NULL WHERE id = $1',
      [id, now],
    );
  }

  /** Ends the account's open links of these kinds and deletes the data that they carried, inside a transaction that holds the user's row. */
  async endOpen(manager: EntityManager, userId: string, kinds: MailKind[], now: Date): Promise<void> {
    await manager.query(
      `UPDATE mail_requests SET superseded_at = $3, name = NULL, password_hash = NULL, address = NULL
       WHERE user_id = $1 AND kind = ANY($2) AND used_at IS NULL AND superseded_at IS NULL`,
      [userId, kinds, now],
    );
  }

  /**
   * Lets the notice of this change undo it until `until`; change and notice have the same time. Earlier notices that can still undo something stay
   * valid for at least as long: when several mailboxes can undo a change, the earliest one takes precedence (ACC-66).
   */
  async prolongNotices(
    manager: EntityManager,
    { userId, createdAt }: MailRequest,
    until: Date,
    now: Date,
  ): Promise<void> {
    await manager.query(
      `UPDATE mail_requests SET expires_at = CASE WHEN created_at = $2 THEN $3 ELSE greatest(expires_at, $3) END
       WHERE user_id = $1 AND created_at <= $2 AND kind = 'change-email-notice' AND used_at IS NULL AND superseded_at IS NULL
         AND expires_at > $4`,
      [userId, createdAt, until, now],
    );
  }

  /**
   * Ends the notices of later changes when the account has returned to an address whose notice could still restore it: the return undoes those
   * changes too (ACC-66).
   */
  async endNoticesUndoneByReturn(
    manager: EntityManager,
    userId: string,
    emailNormalised: string,
    now: Date,
  ): Promise<void> {
    await manager.query(
      `UPDATE mail_requests SET superseded_at = $3
       WHERE user_id = $1 AND kind = 'change-email-notice' AND used_at IS NULL AND superseded_at IS NULL AND created_at > (
         SELECT min(created_at) FROM mail_requests WHERE user_id = $1 AND lower(address) = $2 AND kind = 'change-email-notice'
           AND used_at IS NULL AND superseded_at IS NULL AND expires_at > $3
       )`,
      [userId, emailNormalised, now],
    );
  }

  /** Ends the undo links of all later changes: undoing this change undoes those too. */
  async endLaterNotices(manager: EntityManager, { userId, createdAt }: MailRequest, now: Date): Promise<void> {
    await manager.query(
      `UPDATE mail_requests SET superseded_at = $3
       WHERE user_id = $1 AND created_at > $2 AND kind = 'change-email-notice' AND used_at IS NULL AND superseded_at IS NULL`,
      [userId, createdAt, now],
    );
  }

  /** Whether a copy of an older release wrote a link for another password: it did not mark the account's password as contested (ACC-5). */
  async carryAnotherPassword(manager: EntityManager, userId: string, passwordHash: string | null): Promise<boolean> {
    const others = await manager.query<unknown[]>(
      'SELECT 1 FROM mail_requests WHERE user_id = $1 AND password_hash IS DISTINCT FROM $2 AND password_hash IS NOT NULL LIMIT 1',
      [userId, passwordHash],
    );
    return others.length > 0;
  }
}

/** An account's own mails count also without their mailbox, which copies of older releases do not write. */
function within(
  { userId, mailboxHash }: MailScope,
  where: FindOptionsWhere<MailRequest>,
): FindOptionsWhere<MailRequest>[] {
  return [{ ...where, userId }, ...(mailboxHash ? [{ ...where, mailboxHash }] : [])];
}
