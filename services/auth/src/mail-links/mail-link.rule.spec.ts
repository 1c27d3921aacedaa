import {
  linkExpiry,
  linkIsLive,
  mailDayStart,
  mailGoesTo,
  type MailKind,
  mayAskForChange,
  mayMailAgain,
  mayMailReset,
  sharesMailsOfMailbox,
} from './mail-link.rule.js';

const now = new Date('2026-11-21T12:00:00Z');
const link = { usedAt: null, supersededAt: null, expiresAt: linkExpiry('verify-email', now) };

describe('a link', () => {
  it.each([
    ['verify-email', '2026-11-22T12:00:00.000Z'],
    ['change-email', '2026-11-22T12:00:00.000Z'],
    ['reset-password', '2026-11-21T12:30:00.000Z'],
  ] as [MailKind, string][])('of %s is valid until exactly %s', (kind, end) => {
    const one = { ...link, expiresAt: linkExpiry(kind, now) };
    expect(one.expiresAt.toISOString()).toBe(end);
    expect(linkIsLive(one, new Date(Date.parse(end) - 1))).toBe(true);
    expect(linkIsLive(one, new Date(end))).toBe(false);
  });

  it('is dead after its use, or after another link ended it', () => {
    expect(linkIsLive({ ...link, usedAt: now }, now)).toBe(false);
    expect(linkIsLive({ ...link, supersededAt: now }, now)).toBe(false);
  });

  it('is sent while fewer than 20 mails that anyone can request, or 10 for changes, were sent in a day', () => {
    expect([mayMailAgain(19), mayMailAgain(20)]).toEqual([true, false]);
    expect([mayAskForChange(9), mayAskForChange(10)]).toEqual([true, false]);
    expect([mayMailReset(19, true), mayMailReset(20, true), mayMailReset(20, false)]).toEqual([true, false, true]);
    expect(mailDayStart(now)).toEqual(new Date('2026-11-20T12:00:00Z'));
  });

  it.each([
    ['ada+1@example.com', null, true],
    ['a.da@gmail.com', null, true],
    ['ada@googlemail.com', null, true],
    ['Ada@Example.com', null, false],
    ['a.da@example.com', null, false],
    ['ada@gmail.com', null, false],
    ['ada+1@example.com', now, false],
  ] as [string, Date | null, boolean][])(
    'to %s, verified at %s, is counted with all mails of its mailbox: %s (ACC-10)',
    (email, emailVerifiedAt, shares) => {
      expect(sharesMailsOfMailbox({ email, emailVerifiedAt })).toBe(shares);
    },
  );
});

describe('a requested mail', () => {
  const user = { email: 'now@example.com', suspendedAt: null };
  const request = (kind: MailKind, address: string | null, live = true) => ({ kind, address, isLive: () => live });

  it.each([
    ['verify-email', null, 'now@example.com'],
    ['reset-password', null, 'now@example.com'],
    ['change-email', 'new@example.com', 'new@example.com'],
    ['change-email-notice', 'old@example.com', 'old@example.com'],
  ] as [MailKind, string | null, string][])('of %s for %s goes to %s', (kind, address, goesTo) => {
    expect(mailGoesTo(request(kind, address), user, now)).toBe(goesTo);
  });

  it.each(['verify-email', 'reset-password', 'change-email'] as MailKind[])(
    'of %s is superseded when its link is dead or the account suspended or gone',
    (kind) => {
      expect(mailGoesTo(request(kind, null, false), user, now)).toBeUndefined();
      expect(mailGoesTo(request(kind, null), { ...user, suspendedAt: now }, now)).toBeUndefined();
      expect(mailGoesTo(request(kind, null), null, now)).toBeUndefined();
    },
  );

  it('to the old address about a change is sent until the account is gone', () => {
    const notice = request('change-email-notice', 'old@example.com', false);
    expect(mailGoesTo(notice, { ...user, suspendedAt: now }, now)).toBe('old@example.com');
    expect(mailGoesTo(notice, null, now)).toBeUndefined();
  });
});
