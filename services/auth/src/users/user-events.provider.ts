import type { NewEvent } from '@precis/events/outbox/outbox';
import { EmailVerified, UserRegistered } from '@precis/proto/events/auth/v1/user';
import { createHmac } from 'node:crypto';
import { samePersonEmail } from './email.rule.js';
import type { User } from './user.entity.js';

export const USER_TOPIC = 'auth.user.v1';

/** Makes the events about users. The e-mail is in them only as a keyed hash, equal for one person (REF-5); the address is not (MAIL-1). */
export class UserEvents {
  constructor(private readonly emailHashSecret: string) {}

  registered(user: User, referralCode: string): NewEvent {
    const emailHash = createHmac('sha256', this.emailHashSecret).update(samePersonEmail(user.email)).digest();
    const payload = UserRegistered.encode({ userId: user.id, referralCode, emailHash }).finish();
    return { topic: USER_TOPIC, key: user.id, type: 'user-registered', payload, occurredAt: user.createdAt };
  }

  emailVerified(user: User, occurredAt: Date): NewEvent {
    return {
      topic: USER_TOPIC,
      key: user.id,
      type: 'email-verified',
      payload: EmailVerified.encode({ userId: user.id }).finish(),
      occurredAt,
    };
  }
}
