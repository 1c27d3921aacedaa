import { Clock } from '@precis/runtime/clock';
import type { Principal } from '../http/request-context.js';
import { CredentialCache } from './credentials.js';

const HOUR_MS = 3_600_000;
const NO_END = 0;
const principal: Principal = { kind: 'session', accountId: 'account', credentialId: 'session' };
const admitted = (validUntilMs: number) => ({ principal, askedAtMs: clocks.steadyMs, epoch: 1, validUntilMs });

/** A wall clock that can be set, and a monotonic clock. */
class TwoClocks extends Clock {
  wallMs = Date.UTC(2026, 10, 21);
  steadyMs = 5_000;

  now(): Date {
    return new Date(this.wallMs);
  }

  pass(ms: number): void {
    this.wallMs += ms;
    this.steadyMs += ms;
  }
}

let clocks: TwoClocks;
let cache: CredentialCache;

beforeEach(() => {
  clocks = new TwoClocks();
  cache = new CredentialCache(clocks, () => clocks.steadyMs);
});

describe('an admitted credential', () => {
  it.each([-HOUR_MS, 0, HOUR_MS])(
    'stays in the cache for exactly 60 s, also when the wall clock is stepped by %i ms',
    (stepMs) => {
      cache.set('key', admitted(NO_END));
      clocks.wallMs += stepMs;
      clocks.pass(59_999);
      expect(cache.get('key')?.principal).toEqual(principal);
      clocks.pass(1);
      expect(cache.get('key')).toBeUndefined();
    },
  );

  it('leaves the cache at the end of its session, which auth gave by the wall clock', () => {
    cache.set('key', admitted(clocks.wallMs + 10_000));
    clocks.pass(9_999);
    expect(cache.get('key')?.principal).toEqual(principal);
    clocks.pass(1);
    expect(cache.get('key')).toBeUndefined();
  });

  it('is not accepted when a step of the wall clock passes the end of its session', () => {
    cache.set('key', admitted(clocks.wallMs + HOUR_MS));
    clocks.wallMs += HOUR_MS;
    expect(cache.get('key')).toBeUndefined();
  });
});
