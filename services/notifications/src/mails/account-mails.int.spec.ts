import type { Announcement } from '@precis/events/catalogue/event-type';
import { EVENTS } from '@precis/events/catalogue/events';
import { eventually } from '@precis/testing/eventually';
import { randomUUID } from 'node:crypto';
import { OPEN_REQUEST } from '../testing/auth-stand-in.js';
import { NotificationsWorld } from '../testing/notifications-world.js';

const DAY_MS = 86_400_000;

type Announce = (userId: string, at?: Date) => Announcement;
const now = () => new Date();
const ERASED_AT_MS = Date.parse('2027-01-09T12:00:00Z');

const NEWS: [name: string, announce: Announce, subject: string, says: string][] = [
  [
    'email-verified',
    (userId, at = now()) => EVENTS.emailVerified.of({ userId, referralCode: '' }, at),
    'Welcome to Precis',
    'api/youtube/summarize',
  ],
  [
    'password-changed',
    (userId, at = now()) => EVENTS.passwordChanged.of({ userId, how: 'changed' }, at),
    'password was changed',
    'was changed',
  ],
  [
    'password-changed by a link',
    (userId, at = now()) => EVENTS.passwordChanged.of({ userId, how: 'reset' }, at),
    'password was changed',
    'a link from a mail',
  ],
  [
    'the first password',
    (userId, at = now()) => EVENTS.passwordChanged.of({ userId, how: 'first' }, at),
    'has a password now',
    'has a password now',
  ],
  ['google-linked', (userId, at = now()) => EVENTS.googleLinked.of({ userId }, at), 'with Google', 'a Google account'],
  [
    'account-closed',
    (userId, at = now()) => EVENTS.accountClosed.of({ userId, erasedAtMs: ERASED_AT_MS }, at),
    'erased on 9 Jan 2027',
    'log in before 9 Jan 2027',
  ],
  [
    'api-key-generated',
    (userId, at = now()) => EVENTS.apiKeyGenerated.of({ userId, keyId: randomUUID() }, at),
    'API key was generated',
    'an API key was generated',
  ],
  [
    'api-key-rotated',
    (userId, at = now()) =>
      EVENTS.apiKeyRotated.of(
        { userId, keyId: randomUUID(), oldKeyId: randomUUID(), oldKeyValidUntilMs: ERASED_AT_MS },
        at,
      ),
    'API key was rotated',
    'works until 9 Jan 2027, 12:00 UTC',
  ],
  [
    'api-key-revoked',
    (userId, at = now()) => EVENTS.apiKeyRevoked.of({ userId, keyId: randomUUID() }, at),
    'API key was revoked',
    'was revoked',
  ],
  [
    'quota-threshold-reached',
    (userId, at = now()) =>
      EVENTS.quotaThresholdReached.of({ userId, month: '2026-12', percent: 80, used: 80, limit: 100 }, at),
    "80% of this month's videos are used",
    '1 Jan 2027',
  ],
  [
    'usage-month-closed',
    (userId, at = now()) =>
      EVENTS.usageMonthClosed.of(
        {
          userId,
          month: '2026-11',
          used: 2,
          lines: 4,
          head: 'a1'.repeat(32),
          account: '3f'.repeat(16),
          endedAtSeconds: Math.floor(at.getTime() / 1_000),
        },
        at,
      ),
    'Your usage of November 2026',
    'a1'.repeat(32),
  ],
];

describe('a mail about an account', () => {
  let world: NotificationsWorld;
  beforeAll(async () => void (world = await NotificationsWorld.start()));
  beforeEach(() => world.smtp.reset());
  afterAll(() => world?.close());

  const decided = (eventId: string) => eventually(`a delivery of ${eventId}`, () => world.state(eventId));
  const plain = (mail: string) => mail.replaceAll('=\n', '').replaceAll('=3D', '=');
  const preferences = (wishes: object) => ({
    tips: true,
    usageAlerts: true,
    planReminders: true,
    referralNews: true,
    ...wishes,
  });

  it.each(NEWS)('is sent once after %s, also when its event arrives twice', async (_, announce, subject, says) => {
    const userId = randomUUID();
    world.auth.recipients.set(userId, { address: 'grace@example.com', name: 'Grace', isStopped: false });
    const eventId = await world.publish(announce(userId), 2);
    expect(await decided(eventId)).toBe('sent');
    await decided(await world.request());
    const [mail, ...more] = world.mailsOf(eventId);
    expect(more).toEqual([]);
    expect(mail).toContain('To: grace@example.com\n');
    expect(plain(mail)).toContain(subject);
    expect(plain(mail).replaceAll('\n', ' ')).toContain(says);
    expect(plain(mail)).toContain('Hello Grace,');
  });

  it.each(NEWS)('is not sent when it is stale, but recorded: %s (MAIL-11)', async (_, announce) => {
    const eventId = await world.publish(announce(randomUUID(), new Date(Date.now() - 3 * DAY_MS - 60_000)));
    expect(await decided(eventId)).toBe('superseded');
    expect(world.mailsOf(eventId)).toEqual([]);
  });

  it('is not sent for an old request, without a call to auth: a topic that is delivered again has millions of them (MAIL-11)', async () => {
    const mailRequestId = randomUUID();
    world.auth.answers.set(mailRequestId, { ...OPEN_REQUEST, kind: 'change-email-notice' });
    const longAgo = new Date(Date.now() - 3 * DAY_MS - 60_000);
    const asked = { userId: randomUUID(), mailRequestId, kind: 'change-email-notice' };
    const eventId = await world.publish(EVENTS.mailRequested.of(asked, longAgo));
    expect(await decided(eventId)).toBe('superseded');
    expect(world.mailsOf(eventId)).toEqual([]);
    expect((await world.delivery(eventId))!.attempts).toBe(0);
  });

  it('is not sent to an erased account, or to an unverified address', async () => {
    const userId = randomUUID();
    world.auth.recipients.set(userId, { address: '', name: '', isStopped: false });
    const eventId = await world.publish(EVENTS.googleLinked.of({ userId }, now()));
    expect(await decided(eventId)).toBe('superseded');
    expect(world.mailsOf(eventId)).toEqual([]);
  });

  it('is not sent when its kind is turned off, and is sent when another kind is (MAIL-7)', async () => {
    const userId = randomUUID();
    await world.as('gateway').setPreferences({ accountId: userId, preferences: preferences({ tips: false }) });
    const [welcome, alert] = await world.publishAll([
      EVENTS.emailVerified.of({ userId, referralCode: '' }, now()),
      EVENTS.quotaThresholdReached.of({ userId, month: '2026-12', percent: 100, used: 3, limit: 3 }, now()),
    ]);
    expect([await decided(welcome), await decided(alert)]).toEqual(['unwanted', 'sent']);
    expect(world.mailsOf(welcome)).toEqual([]);
  });

  it('about security cannot be turned off (MAIL-7)', async () => {
    const userId = randomUUID();
    const none = preferences({ tips: false, usageAlerts: false, planReminders: false, referralNews: false });
    await world.as('gateway').setPreferences({ accountId: userId, preferences: none });
    const eventId = await world.publish(EVENTS.passwordChanged.of({ userId, how: 'reset' }, now()));
    expect(await decided(eventId)).toBe('sent');
    expect(world.mailsOf(eventId)[0]).not.toContain('List-Unsubscribe');
  });

  it('that can be turned off offers one-click unsubscription to mailboxes (MAIL-8)', async () => {
    const userId = randomUUID();
    const announce = (percent: number) =>
      EVENTS.quotaThresholdReached.of({ userId, month: '2026-12', percent, used: percent, limit: 100 }, now());
    const first = await world.publish(announce(80));
    await decided(first);
    const [mail] = world.mailsOf(first);
    const [head] = mail.split('\n\n');
    expect(head).toContain('\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\n');
    const [, token] = /^List-Unsubscribe:\s+<https:\/\/precis\.example\/unsubscribe\?token=([\w-]+)>$/m.exec(head)!;
    expect(plain(mail).match(new RegExp(`unsubscribe\\?token=${token}`, 'g'))!.length).toBe(3);
    for (const _ of ['once', 'again'])
      expect(await world.as('gateway').unsubscribe({ token })).toEqual({ topic: 'usage_alerts' });
    const second = await world.publish(announce(100));
    expect(await decided(second)).toBe('unwanted');
  });

  it('leaves no personal data once the account is erased (MAIL-13)', async () => {
    const [userId, other] = [randomUUID(), randomUUID()];
    const sent = await world.publish(EVENTS.apiKeyGenerated.of({ userId, keyId: randomUUID() }, now()));
    const ofOther = await world.publish(EVENTS.apiKeyGenerated.of({ userId: other, keyId: randomUUID() }, now()));
    await decided(sent);
    await decided(ofOther);
    for (const accountId of [userId, other])
      await world.as('gateway').setPreferences({ accountId, preferences: preferences({ tips: false }) });
    world.smtp.replies = { RCPT: '451 4.3.0 later' };
    const waiting = await world.request({}, userId);
    await eventually('a first attempt', async () => (await world.delivery(waiting))?.cause);
    const deleted = EVENTS.userDeleted.of({ userId }, now());
    await world.publish(deleted, 2);
    expect(await decided(waiting)).toBe('superseded');
    for (const eventId of [sent, waiting])
      expect(await world.delivery(eventId)).toMatchObject({
        account_id: null,
        mail_request_id: null,
        params: {},
        correlation_id: '',
      });
    expect(await world.state(sent)).toBe('sent');
    const rows = await world.database.query(
      'SELECT d::text AS row FROM deliveries d UNION ALL SELECT p::text FROM preferences p',
    );
    const kept = rows.map(({ row }: { row: string }) => row).join('\n');
    expect(kept).not.toContain(userId);
    expect(kept.split(other)).toHaveLength(3);
    world.smtp.reset();
    await decided(await world.request());
    expect(world.mailsOf(waiting)).toEqual([]);
  });
});
