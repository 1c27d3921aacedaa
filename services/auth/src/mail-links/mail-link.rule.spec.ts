import { linkIsLive, mailDayStart, mayMailAgain, verifyLinkExpiry } from './mail-link.rule.js';

const now = new Date('2026-11-21T12:00:00Z');
const link = { usedAt: null, supersededAt: null, expiresAt: verifyLinkExpiry(now) };

describe('verification link', () => {
  it('lives 24 hours and not a millisecond longer', () => {
    expect(linkIsLive(link, new Date('2026-11-22T11:59:59.999Z'))).toBe(true);
    expect(linkIsLive(link, new Date('2026-11-22T12:00:00.000Z'))).toBe(false);
  });

  it('is dead once it was used or another one verified its address', () => {
    expect(linkIsLive({ ...link, usedAt: now }, now)).toBe(false);
    expect(linkIsLive({ ...link, supersededAt: now }, now)).toBe(false);
  });

  it('goes out while fewer than 20 mails went out in a day', () => {
    expect(mayMailAgain(19)).toBe(true);
    expect(mayMailAgain(20)).toBe(false);
    expect(mailDayStart(now)).toEqual(new Date('2026-11-20T12:00:00Z'));
  });
});
