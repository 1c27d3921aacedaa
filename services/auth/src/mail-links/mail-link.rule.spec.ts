import { linkIsLive, mayMailAgain, verifyLinkExpiry } from './mail-link.rule.js';

const now = new Date('2026-11-21T12:00:00Z');
const link = { usedAt: null, supersededAt: null, expiresAt: verifyLinkExpiry(now) };

describe('verification link', () => {
  it('lives 24 hours and not a millisecond longer', () => {
    expect(linkIsLive(link, new Date('2026-11-22T11:59:59.999Z'))).toBe(true);
    expect(linkIsLive(link, new Date('2026-11-22T12:00:00.000Z'))).toBe(false);
  });

  it('is dead once it was used or a newer one was asked for', () => {
    expect(linkIsLive({ ...link, usedAt: now }, now)).toBe(false);
    expect(linkIsLive({ ...link, supersededAt: now }, now)).toBe(false);
  });

  it.each([['registration', 20], ['resend', 10]] as const)('goes out for a %s while fewer than %d went out in an hour', (cause, mails) => {
    expect(mayMailAgain(mails - 1, cause)).toBe(true);
    expect(mayMailAgain(mails, cause)).toBe(false);
  });
});
