import { Injectable } from '@nestjs/common';
import type { NewEvent } from '@precis/events/outbox';
import { MailRequested } from '@precis/proto/events/auth/v1/user';
import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { User } from '../users/user.entity.js';
import { USER_TOPIC } from '../users/user-events.provider.js';
import { MailLinkTokens } from './mail-link-tokens.provider.js';
import { type MailCause, mayMailAgain, verifyLinkExpiry } from './mail-link.rule.js';
import { MailRequest } from './mail-request.entity.js';
import { MailRequestsRepository } from './mail-requests.repository.js';

const HOUR_MS = 3_600_000;

/** Asks for a verification mail inside the caller's transaction, which holds the user's row. */
@Injectable()
export class MailRequester {
  constructor(
    private readonly requests: MailRequestsRepository,
    private readonly tokens: MailLinkTokens,
  ) {}

  /** The event to announce, or undefined when the address had its share of mails for this hour. Only with an event do earlier links die. */
  async verification(manager: EntityManager, user: User, cause: MailCause, now: Date): Promise<NewEvent | undefined> {
    const kind = 'verify-email';
    const mailsInLastHour = await this.requests.countSince(manager, user.id, new Date(now.getTime() - HOUR_MS));
    if (!mayMailAgain(mailsInLastHour, cause)) return undefined;
    await this.requests.supersede(manager, user.id, kind, now);
    const id = randomUUID();
    const fields = { id, userId: user.id, kind, tokenHash: this.tokens.hashFor(kind, id), createdAt: now, expiresAt: verifyLinkExpiry(now), usedAt: null, supersededAt: null };
    await this.requests.insert(manager, Object.assign(new MailRequest(), fields));
    const payload = MailRequested.encode({ userId: user.id, mailRequestId: id, kind }).finish();
    return { topic: USER_TOPIC, key: user.id, type: 'mail-requested', payload, occurredAt: now };
  }
}
