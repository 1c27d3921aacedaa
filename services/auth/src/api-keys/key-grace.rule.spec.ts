import {
  graceThatStays,
  isGrace,
  keyIsLive,
  secondsUntilNextKey,
  shownClient,
  useIsWorthNoting,
} from './key-grace.rule.js';

const now = new Date('2026-11-21T12:00:00Z');
const at = (ms: number) => new Date(now.getTime() + ms);

describe('life of an API key', () => {
  it.each([0, 1, 86_400])('allows a grace of %d s', (seconds) => expect(isGrace(seconds)).toBe(true));
  it.each([-1, 86_401, 0.5, Number.NaN])('refuses a grace of %d s', (seconds) => expect(isGrace(seconds)).toBe(false));

  it('ends when it is revoked, and exactly at the end of its grace', () => {
    expect(keyIsLive({ revokedAt: null, validUntil: null }, now)).toBe(true);
    expect(keyIsLive({ revokedAt: null, validUntil: at(1) }, now)).toBe(true);
    expect(keyIsLive({ revokedAt: null, validUntil: now }, now)).toBe(false);
    expect(keyIsLive({ revokedAt: at(-1), validUntil: at(60_000) }, now)).toBe(false);
  });

  it('records a use at most once a minute', () => {
    expect(useIsWorthNoting(null, now)).toBe(true);
    expect(useIsWorthNoting(at(-59_999), now)).toBe(false);
    expect(useIsWorthNoting(at(-60_000), now)).toBe(true);
  });

  it('shows a client name shortened and without control characters', () => {
    expect(shownClient(' curl/8\0\r\n ')).toBe('curl/8');
    expect(shownClient('x'.repeat(5_000))).toHaveLength(200);
  });
});

const inSeconds = (seconds: number) => at(seconds * 1_000);
const unused = { validUntil: null, lastUsedAt: null };
const used = { validUntil: null, lastUsedAt: inSeconds(-60) };
const deployed = { validUntil: inSeconds(600), lastUsedAt: inSeconds(-60) };

describe('the earlier grace of a rotated key', () => {
  it('is kept when the replaced key was never used, as in a repeat after a lost answer', () => {
    expect(graceThatStays(unused, [deployed], now)).toBe(deployed);
  });

  it('ends when the replaced key was used', () => {
    expect(graceThatStays(used, [deployed], now)).toBeUndefined();
  });

  it('is not kept when it has expired or never existed', () => {
    expect(graceThatStays(unused, [{ ...deployed, validUntil: now }], now)).toBeUndefined();
    expect(graceThatStays(unused, [], now)).toBeUndefined();
  });

  it('is the longest one when an older release left several', () => {
    const longer = { ...deployed, validUntil: inSeconds(900) };
    expect(graceThatStays(unused, [deployed, longer, deployed], now)).toBe(longer);
  });
});

describe('the keys that an account makes in a day', () => {
  it('are allowed below the limit', () => {
    expect(secondsUntilNextKey([inSeconds(-10), inSeconds(-5)], 3, now)).toBeUndefined();
  });

  it('are refused at the limit until the oldest counted key is a day old', () => {
    expect(secondsUntilNextKey([inSeconds(-86_000), inSeconds(-10), inSeconds(-5)], 3, now)).toBe(400);
    expect(secondsUntilNextKey([inSeconds(-86_399.5), inSeconds(-5)], 2, now)).toBe(1);
    expect(secondsUntilNextKey([inSeconds(-80_000), inSeconds(-70_000), inSeconds(-5)], 2, now)).toBe(16_400);
  });
});
