import { Injectable } from '@nestjs/common';
import type { Announcement } from '@precis/events/catalogue/event-type';
import { EVENTS } from '@precis/events/catalogue/events';
import type { Visitor } from '@precis/proto/auth/v1/auth';
import type { EntityManager } from 'typeorm';
import { type ActivityKind, ActivityLog } from '../activity/activity-log.provider.js';
import { ASKED_BY_ANYONE } from '../mail-links/mail-link.rule.js';
import { MailRequestsRepository } from '../mail-links/mail-requests.repository.js';
import { refuseName } from '../registration/registration.rule.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';
import { normaliseEmail } from '../users/email.rule.js';
import { UserEvents } from '../users/user-events.provider.js';
import { User } from '../users/user.entity.js';
import { UsersRepository } from '../users/users.repository.js';
import { GoogleIdentitiesRepository, type IdentityAddress } from './google-identities.repository.js';
import { type GoogleLink, googleLink, isAuthoritative } from './google-link.rule.js';
import { googleEmailUnverified, googleLinkNeedsReset } from './google.errors.js';
import type { GoogleIdentity } from './id-token.verifier.js';

const NO_NAME = 'Google user';

/** The account that a sign-in opens, or the account whose password is needed first (ACC-62). */
export type FoundAccount = { user: User; announcements: Announcement[] } | { passwordOf: User };

/** Finds, links or creates the account of a Google identity, inside the caller's transaction (ACC-28); a created one has no password (ACC-31). */
@Injectable()
export class GoogleAccounts {
  constructor(
    private readonly identities: GoogleIdentitiesRepository,
    private readonly users: UsersRepository,
    private readonly requests: MailRequestsRepository,
    private readonly sessions: SessionsRepository,
    private readonly activity: ActivityLog,
    private readonly events: UserEvents,
  ) {}

  /**
   * Returns the account, read under its lock, and the events to announce. Throws google_email_unverified, google_link_needs_reset and
   * account_suspended.
   */
  async findOrCreate(
    manager: EntityManager,
    identity: GoogleIdentity,
    now: Date,
    visitor?: Visitor,
  ): Promise<FoundAccount> {
    const accountId = await this.identities.lockAndFind(manager, identity);
    const address = addressOf(identity);
    const owner = accountId === undefined ? null : await this.users.lockById(manager, accountId);
    // An identity that was removed while this call waited for the lock must no longer open the account.
    if (owner && (await this.identities.noteUse(manager, identity, address, now)))
      return { user: owner, announcements: [] };
    const { user, link } = await this.findOrCreateByEmail(manager, identity, now);
    user.refuseSuspended();
    if (link === 'ask-password') return { passwordOf: user };
    if (link === 'refuse-passwordless') throw googleLinkNeedsReset();
    const announcements: Announcement[] = [];
    if (link === 'create') announcements.push(this.events.registered(user, ''));
    if (link === 'take-over') await this.takeOver(manager, user, identity, now);
    // No link of a registration was used, so no referral code counts: a stranger who registers an address first must not earn from its owner (ACC-6).
    if (link !== 'link') announcements.push(EVENTS.emailVerified.of({ userId: user.id, referralCode: '' }, now));
    announcements.push(EVENTS.googleLinked.of({ userId: user.id }, now));
    await this.identities.insert(manager, identity, user.id, address, now);
    for (const kind of KINDS[link]) await this.activity.note(manager, user.id, kind, now, { visitor });
    return { user, announcements };
  }

  /** Finds or creates the account of the e-mail, and decides what the sign-in does with it. Of simultaneous sign-ins one creates it. */
  private async findOrCreateByEmail(manager: EntityManager, identity: GoogleIdentity, now: Date) {
    const email = normaliseEmail(identity.email);
    const found = await this.users.lockByEmail(manager, email);
    const link = googleLink(identity, found);
    if (link === 'refuse') throw googleEmailUnverified();
    if (found) return { user: found, link };
    const made = User.register({ name: nameOf(identity), email: identity.email, passwordHash: null }, now);
    made.emailVerifiedAt = now;
    if (await this.users.insertIfNew(manager, made)) return { user: made, link };
    const others = (await this.users.lockByEmail(manager, email))!;
    return { user: others, link: googleLink(identity, others) };
  }

  /** The person who registered this address never proved that it is theirs, so everything that was set at the registration is removed. */
  private async takeOver(manager: EntityManager, user: User, identity: GoogleIdentity, now: Date): Promise<void> {
    await this.sessions.endAll(manager, user.id);
    await this.requests.endOpen(manager, user.id, ASKED_BY_ANYONE, now);
    user.proveByGoogle(nameOf(identity), now);
    await this.users.save(manager, user);
  }
}

/** The activity entries that each outcome of a first sign-in leaves for the account's owner. */
const KINDS: Record<GoogleLink, ActivityKind[]> = {
  create: ['registered', 'email-verified', 'google-linked'],
  'take-over': ['email-verified', 'google-linked'],
  link: ['google-linked'],
  'ask-password': [],
  refuse: [],
  'refuse-passwordless': [],
};

function addressOf(identity: GoogleIdentity): IdentityAddress {
  if (!identity.isEmailVerified) return { email: '', vouched: false };
  return { email: normaliseEmail(identity.email), vouched: isAuthoritative(identity) };
}

/** The name at Google if it is a valid name (ACC-1), otherwise the part before the @. */
function nameOf({ name, email }: GoogleIdentity): string {
  const candidates = [name.trim(), email.slice(0, email.lastIndexOf('@'))];
  return candidates.find((one) => refuseName(one) === undefined) ?? NO_NAME;
}
