import type { Announcement } from '@precis/events/catalogue/event-type';
import { EVENTS } from '@precis/events/catalogue/events';
import { eventually } from '@precis/testing/eventually';
import { randomUUID } from 'node:crypto';
import { NotificationsWorld } from '../testing/notifications-world.js';

const DAY_MS = 86_400_000;
const ENDS_AT_SECONDS = Date.parse('2027-02-21T12:00:00Z') / 1_000;

const now = () => new Date();
const secondsAfter = (at: Date, days: number) => Math.floor(at.getTime() / 1_000) + days * 86_400;

const paid = (userId: string, at = now(), changes: object = {}) =>
  EVENTS.paymentCompleted.of(
    {
      paymentId: randomUUID(),
      userId,
      method: 'stripe',
      plan: 'medium',
      months: 3,
      totalCents: 8_100,
      amountCents: 7_425,
      referralCode: 'ABCDEFGHJK',
      startsAtSeconds: secondsAfter(at, 0),
      endsAtSeconds: ENDS_AT_SECONDS,
      receiptNumber: '2026-000123',
      completedAtSeconds: secondsAfter(at, 0),
      ...changes,
    },
    at,
  );
const expiring = (userId: string, at = now(), daysLeft = 7) =>
  EVENTS.subscriptionExpiring.of(
    { userId, termId: randomUUID(), plan: 'medium', endsAtSeconds: secondsAfter(at, daysLeft), days: 7 },
    at,
  );
const expired = (userId: string, at = now()) =>
  EVENTS.subscriptionExpired.of({ userId, termId: randomUUID(), plan: 'medium', endedAtSeconds: ENDS_AT_SECONDS }, at);
const earned = (userId: string, at = now()) =>
  EVENTS.commissionCompleted.of({ commissionId: randomUUID(), userId, amountCents: 1_260 }, at);

type Announce = (userId: string, at?: Date) => Announcement;
const NEWS: [name: string, announce: Announce, subject: string, says: string[], link: string][] = [
  [
    'payment-completed',
    paid,
    'Your Precis receipt',
    [
      'your Medium plan is active',
      'Receipt: 2026-000123',
      'Plan: Medium, 3 months',
      'To: 21 Feb 2027',
      'Price: $81.00',
      'Credit: -$6.75',
      'Paid: $74.25, by card',
    ],
    '/profile',
  ],
  [
    'subscription-expiring',
    expiring,
    'Your Precis plan ends in 7 days',
    ['your Medium plan ends on'],
    '/pricing?extend=medium',
  ],
  [
    'subscription-expired',
    expired,
    'Your Precis plan has ended',
    ['your Medium plan ended on 21 Feb 2027'],
    '/pricing',
  ],
  ['commission-completed', earned, 'You earned $12.60 at Precis', ['$12.60 are in your wallet'], '/referrals'],
];
const OPTIONAL: [topic: string, wishes: object, announce: Announce][] = [
  ['plan reminders', { planReminders: false }, expiring],
  ['plan reminders', { planReminders: false }, expired],
  ['referral news', { referralNews: false }, earned],
];

describe('a mail about money', () => {
  let world: NotificationsWorld;
  beforeAll(async () => void (world = await NotificationsWorld.start()));
  beforeEach(() => world.smtp.reset());
  afterAll(() => world?.close());

  const decided = (eventId: string) => eventually(`a delivery of ${eventId}`, () => world.state(eventId));
  const plain = (mail: string) => mail.replaceAll('=\n', '').replaceAll('=3D', '=');
  const want = (accountId: string, wishes: object) => {
    const preferences = { tips: true, usageAlerts: true, planReminders: true, referralNews: true, ...wishes };
    return world.as('gateway').setPreferences({ accountId, preferences });
  };
  const sent = async (announcement: Announcement): Promise<string> => {
    const eventId = await world.publish(announcement);
    expect(await decided(eventId)).toBe('sent');
    return plain(world.mailsOf(eventId)[0]);
  };

  it.each(NEWS)(
    'goes out once after %s, also when its event arrives twice',
    async (_, announce, subject, says, link) => {
      const eventId = await world.publish(announce(randomUUID()), 2);
      expect(await decided(eventId)).toBe('sent');
      await decided(await world.request());
      const [mail, ...more] = world.mailsOf(eventId);
      expect(more).toEqual([]);
      const words = plain(mail).replaceAll('\n', ' ');
      for (const part of [subject, ...says, `https://precis.example${link}`]) expect(words).toContain(part);
    },
  );

  it.each(NEWS)('is not sent when it is stale, but recorded: %s (MAIL-11)', async (_, announce) => {
    const eventId = await world.publish(announce(randomUUID(), new Date(Date.now() - 3 * DAY_MS - 60_000)));
    expect(await decided(eventId)).toBe('superseded');
    expect(world.mailsOf(eventId)).toEqual([]);
  });

  it.each(OPTIONAL)('is not sent when %s is turned off: %j (MAIL-7)', async (_, wishes, announce) => {
    const userId = randomUUID();
    await want(userId, wishes);
    const eventId = await world.publish(announce(userId));
    expect(await decided(eventId)).toBe('unwanted');
    expect(world.mailsOf(eventId)).toEqual([]);
  });

  it('is always sent when it is a receipt (MAIL-7)', async () => {
    const userId = randomUUID();
    await want(userId, { tips: false, usageAlerts: false, planReminders: false, referralNews: false });
    expect(await sent(paid(userId))).not.toContain('List-Unsubscribe');
  });

  it('has the actual number of remaining days in a late reminder (MAIL-6)', async () => {
    expect(await sent(expiring(randomUUID(), now(), 4))).toContain('Your Precis plan ends in 4 days');
    expect(await sent(expiring(randomUUID(), now(), 1))).toContain('Your Precis plan ends in 1 day\n');
  });

  it('has the start of a waiting term, and the part paid from the wallet (MAIL-15)', async () => {
    const later = { startsAtSeconds: Date.parse('2099-01-21T12:00:00Z') / 1_000, method: 'wallet' };
    const mail = await sent(paid(randomUUID(), now(), later));
    expect(mail).toContain('your Medium plan begins on 21 Jan 2099');
    expect(mail).toContain('Paid: $74.25, from your wallet');
  });

  it('has no line for unused credit, and no thanks for a payment when nothing was due (MAIL-15)', async () => {
    expect(await sent(paid(randomUUID(), now(), { amountCents: 8_100 }))).not.toContain('Credit:');
    const nothingDue = await sent(paid(randomUUID(), now(), { amountCents: 0 }));
    expect(nothingDue).toContain('your credit covered the whole price');
    expect(nothingDue).toContain('Credit: -$81.00');
    expect(nothingDue).toContain('Paid: $0.00\n');
  });
});
