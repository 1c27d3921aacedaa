import { isGrace, keyIsLive, shownClient, useIsWorthNoting } from './key-grace.rule.js';

const now = new Date('2026-11-21T12:00:00Z');
const at = (ms: number) => new Date(now.getTime() + ms);

describe('life of an API key', () => {
  it.each([0, 1, 86_400])('allows a grace of %d s', (seconds) => expect(isGrace(seconds)).toBe(true));
  it.each([-1, 86_401, 0.5, Number.NaN])('refuses a grace of %d s', (seconds) => expect(isGrace(seconds)).toBe(false));

  it('ends with revocation and with the very moment of its grace', () => {
    expect(keyIsLive({ revokedAt: null, validUntil: null }, now)).toBe(true);
    expect(keyIsLive({ revokedAt: null, validUntil: at(1) }, now)).toBe(true);
    expect(keyIsLive({ revokedAt: null, validUntil: now }, now)).toBe(false);
    expect(keyIsLive({ revokedAt: at(-1), validUntil: at(60_000) }, now)).toBe(false);
  });

  it('notes a use once a minute', () => {
    expect(useIsWorthNoting(null, now)).toBe(true);
    expect(useIsWorthNoting(at(-59_999), now)).toBe(false);
    expect(useIsWorthNoting(at(-60_000), now)).toBe(true);
  });

  it('shows a client name without control characters and not for ever', () => {
    expect(shownClient(' curl/8\0\r\n ')).toBe('curl/8');
    expect(shownClient('x'.repeat(5_000))).toHaveLength(200);
  });
});
