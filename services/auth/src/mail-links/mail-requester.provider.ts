import { Injectable } from '@nestjs/common';
import type { Announcement } from '@precis/events/catalogue/event-type';
import { EVENTS } from '@precis/events/catalogue/events';
import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { UserEvents } from '../users/user-events.provider.js';
import type { User } from '../users/user.entity.js';
import { MailLinkTokens } from './mail-link-tokens.provider.js';
import {
  ASKED_BY_ANYONE,
  linkExpiry,
  mailDayStart,
  type MailKind,
  mayAskForChange,
  mayMailAgain,
  mayMailReset,
  sharesMailsOfMailbox,
} from './mail-link.rule.js';
import { tooManyChanges } from './mail-links.errors.js';
import { MailRequest } from './mail-request.entity.js';
import { MailRequestsRepository, type MailScope } from './mail-requests.repository.js';

/** The typed fields of a registration that its own link carries. */
export interface TypedForLink {
  name: string;
  referralCode: string;
}

/** Requests mails inside the caller's transaction. The caller holds the user's row and announces the returned events. */
@Injectable()
export class MailRequester {
  constructor(
    private readonly requests: MailRequestsRepository,
    private readonly tokens: MailLinkTokens,
    private readonly events: UserEvents,
  ) {}

  /**
   * Requests a verification mail. Its link gives the account the name and the referral code of `typed`, by default those of the first registration
   * (ACC-4, ACC-6). Earlier links stay valid. Returns undefined, and writes nothing, when no mail may be sent (ACC-10).
   */
  async verification(
    manager: EntityManager,
    user: User,
    now: Date,
    typed: TypedForLink = user,
  ): Promise<Announcement | undefined> {
    // A suspended account gets no mail either (ACC-32).
    if (user.suspendedAt) return undefined;
    const scope = await this.scopeOf(manager, user);
    if (!mayMailAgain(await this.mailsToday(manager, scope, now))) return undefined;
    return this.request(manager, user, 'verify-email', now, { name: typed.name, referralCode: typed.referralCode });
  }

  /** A newer reset link ends the older ones (ACC-14). Returns undefined, and writes nothing, when no mail may be sent (ACC-10). */
  async reset(manager: EntityManager, user: User, now: Date): Promise<Announcement | undefined> {
    if (user.suspendedAt) return undefined;
    const scope = await this.scopeOf(manager, user);
    const hasLiveLink = await this.requests.hasLive(manager, scope, 'reset-password', now);
    if (!mayMailReset(await this.mailsToday(manager, scope, now), hasLiveLink)) return undefined;
    await this.requests.endOpen(manager, user.id, ['reset-password'], now);
    return this.request(manager, user, 'reset-password', now);
  }

  /**
   * Requests the link to the new address and the notice to the current one. A newer link ends the older ones (ACC-26). Throws tooManyChanges
   * (ACC-40).
   */
  async emailChange(manager: EntityManager, user: User, newEmail: string, now: Date): Promise<Announcement[]> {
    const changes = await this.requests.countSince(manager, { userId: user.id }, ['change-email'], mailDayStart(now));
    if (!mayAskForChange(changes)) throw tooManyChanges();
    await this.requests.endOpen(manager, user.id, ['change-email'], now);
    return [
      await this.request(manager, user, 'change-email', now, { address: newEmail }),
      await this.request(manager, user, 'change-email-notice', now, { address: user.email }),
    ];
  }

  /**
   * Whose mails count against the account's daily limit. When several accounts share the limit, it locks their mailbox, because the caller has locked
   * only one of the accounts.
   */
  private async scopeOf(manager: EntityManager, user: User): Promise<MailScope> {
    if (!sharesMailsOfMailbox(user)) return { userId: user.id };
    const mailboxHash = this.events.emailHash(user);
    await this.requests.lockMailbox(manager, mailboxHash);
    return { userId: user.id, mailboxHash };
  }

  private mailsToday(manager: EntityManager, scope: MailScope, now: Date): Promise<number> {
    return this.requests.countSince(manager, scope, ASKED_BY_ANYONE, mailDayStart(now));
  }

  private async request(
    manager: EntityManager,
    user: User,
    kind: MailKind,
    now: Date,
    carried: { name?: string; referralCode?: string; address?: string } = {},
  ): Promise<Announcement> {
    const id = randomUUID();
    const fields = {
      id,
      userId: user.id,
      kind,
      name: carried.name ?? null,
      // A column of older releases, whose links carried a password.
      passwordHash: null,
      address: carried.address ?? null,
      referralCode: carried.referralCode ?? '',
      tokenHash: this.tokens.hashFor(kind, id),
      mailboxHash: ASKED_BY_ANYONE.includes(kind) ? this.events.emailHash(user) : null,
      createdAt: now,
      expiresAt: linkExpiry(kind, now),
      usedAt: null,
      supersededAt: null,
    };
    await this.requests.insert(manager, Object.assign(new MailRequest(), fields));
    return EVENTS.mailRequested.of({ userId: user.id, mailRequestId: id, kind }, now);
  }
}
