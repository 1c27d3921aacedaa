import type { Announcement } from '@precis/events/catalogue/event-type';
import { EVENTS } from '@precis/events/catalogue/events';
import { createHmac } from 'node:crypto';
import { mailboxOf } from './email.rule.js';
import type { User } from './user.entity.js';

/** Makes the events that refer to an e-mail: they contain only a keyed hash, equal for one person (REF-5), and not the address (MAIL-1). */
export class UserEvents {
  constructor(private readonly emailHashSecret: string) {}

  registered(user: User, referralCode: string): Announcement {
    const fields = { userId: user.id, referralCode, emailHash: this.emailHash(user) };
    return EVENTS.userRegistered.of(fields, user.createdAt);
  }

  emailChanged(user: User, now: Date): Announcement {
    return EVENTS.emailChanged.of({ userId: user.id, emailHash: this.emailHash(user) }, now);
  }

  /** Equal for all addresses of one mailbox. */
  emailHash({ email }: Pick<User, 'email'>): Buffer {
    return createHmac('sha256', this.emailHashSecret).update(mailboxOf(email)).digest();
  }
}
