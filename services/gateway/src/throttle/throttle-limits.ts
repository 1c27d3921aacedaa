import type { ThrottleLimit } from './gcra.rule.js';

/** Every default of the throttle, in one place (decisions 19). */
export interface ThrottleLimits {
  key: ThrottleLimit;
  address: ThrottleLimit;
  register: ThrottleLimit;
  login: ThrottleLimit;
}

export type ThrottleName = keyof ThrottleLimits;

const HOUR_SECONDS = 3_600;

export const DEFAULT_THROTTLE_LIMITS: ThrottleLimits = {
  key: { ratePerSecond: 50, burst: 200 },
  address: { ratePerSecond: 100, burst: 400 },
  register: { ratePerSecond: 120 / HOUR_SECONDS, burst: 120 },
  login: { ratePerSecond: 300 / HOUR_SECONDS, burst: 300 },
};

/** Loopback is a developer's own machine or a proxy that throttles by itself. */
export const LOOPBACK_FACTOR = 10;

export function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.');
}

/** The address is unknown once the client has hung up. */
export function limitFor(limits: ThrottleLimits, name: ThrottleName, address: string | undefined): ThrottleLimit {
  const limit = limits[name];
  const factor = address !== undefined && isLoopback(address) ? LOOPBACK_FACTOR : 1;
  return { ratePerSecond: limit.ratePerSecond * factor, burst: limit.burst * factor };
}
