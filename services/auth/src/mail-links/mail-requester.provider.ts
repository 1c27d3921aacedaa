import { Injectable } from '@nestjs/common';
import type { Announcement } from '@precis/events/catalogue/event-type';
import { EVENTS } from '@precis/events/catalogue/events';
import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { User } from '../users/user.entity.js';
import { MailLinkTokens } from './mail-link-tokens.provider.js';
import { mailDayStart, mayMailAgain, verifyLinkExpiry } from './mail-link.rule.js';
import { MailRequest } from './mail-request.entity.js';
import { MailRequestsRepository } from './mail-requests.repository.js';

/** Asks for a verification mail inside the caller's transaction, which holds the user's row. */
@Injectable()
export class MailRequester {
  constructor(
    private readonly requests: MailRequestsRepository,
    private readonly tokens: MailLinkTokens,
  ) {}

  /**
   * The event to announce. Who follows the mail's link sets the name and password that are given here (ACC-4); earlier links stay valid.
   * Undefined, and nothing is written, when the address had its mails of the day (ACC-10).
   */
  async verification(
    manager: EntityManager,
    user: Pick<User, 'id' | 'name' | 'passwordHash'>,
    now: Date,
  ): Promise<Announcement | undefined> {
    const kind = 'verify-email';
    if (!mayMailAgain(await this.requests.countSince(manager, user.id, mailDayStart(now)))) return undefined;
    const id = randomUUID();
    const { name, passwordHash } = user;
    const life = { createdAt: now, expiresAt: verifyLinkExpiry(now), usedAt: null, supersededAt: null };
    const carried = { name, passwordHash, address: null, referralCode: '' };
    const fields = { id, userId: user.id, kind, ...carried, tokenHash: this.tokens.hashFor(kind, id), ...life };
    await this.requests.insert(manager, Object.assign(new MailRequest(), fields));
    return EVENTS.mailRequested.of({ userId: user.id, mailRequestId: id, kind }, now);
  }
}
