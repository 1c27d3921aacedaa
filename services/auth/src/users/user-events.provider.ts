import type { Announcement } from '@precis/events/catalogue/event-type';
import { EVENTS } from '@precis/events/catalogue/events';
import { createHmac } from 'node:crypto';
import { samePersonEmail } from './email.rule.js';
import type { User } from './user.entity.js';

/** Makes user-registered. The e-mail is in it only as a keyed hash, equal for one person (REF-5); the address is not (MAIL-1). */
export class UserEvents {
  constructor(private readonly emailHashSecret: string) {}

  registered(user: User, referralCode: string): Announcement {
    const emailHash = createHmac('sha256', this.emailHashSecret).update(samePersonEmail(user.email)).digest();
    return EVENTS.userRegistered.of({ userId: user.id, referralCode, emailHash }, user.createdAt);
  }
}
