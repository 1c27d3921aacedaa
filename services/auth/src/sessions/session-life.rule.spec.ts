import { sessionExpiry, sessionIsLive } from './session-life.rule.js';

const now = new Date('2026-11-21T12:00:00.900Z');

describe('the life of a session', () => {
  it('ends on a whole second and never later than a day', () => {
    expect(sessionExpiry(now, 60)).toEqual(new Date('2026-11-21T12:01:00Z'));
    expect(sessionExpiry(now, 999_999)).toEqual(new Date('2026-11-22T12:00:00Z'));
  });

  it('is over at its end and once it was revoked', () => {
    const session = { revokedAt: null, expiresAt: sessionExpiry(now, 60) };
    expect(sessionIsLive(session, new Date('2026-11-21T12:00:59.999Z'))).toBe(true);
    expect(sessionIsLive(session, new Date('2026-11-21T12:01:00Z'))).toBe(false);
    expect(sessionIsLive({ ...session, revokedAt: now }, now)).toBe(false);
  });
});
