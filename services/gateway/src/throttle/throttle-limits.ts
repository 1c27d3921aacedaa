import type { GatewayConfig } from '../config.js';
import type { ThrottleLimit } from './gcra.rule.js';

/** What requests are counted by before their credential is known. */
export type AddressLimitName = 'address' | 'register' | 'login';
/** As answers and metrics name it: of an IPv6 address, its /48 has each of the limits once more. */
export type ThrottleName = 'key' | AddressLimitName | `${AddressLimitName}/48`;

export const THROTTLE_NAMES: ThrottleName[] = [
  'key',
  'address',
  'register',
  'login',
  'address/48',
  'register/48',
  'login/48',
];

/** Every limit of the throttle, as the settings say (LIMIT-1, LIMIT-2, LIMIT-3). */
export interface ThrottleLimits {
  key: ThrottleLimit;
  /** In place of `key` while that plan runs. */
  enterprise: ThrottleLimit;
  address: ThrottleLimit;
  register: ThrottleLimit;
  login: ThrottleLimit;
  /** How many times an address' limits its /48 has. */
  networkFactor: number;
  /** Loopback is a developer's own machine or a proxy that throttles by itself. */
  loopbackFactor: number;
}

const HOUR_SECONDS = 3_600;

export function throttleLimitsOf(config: GatewayConfig): ThrottleLimits {
  const hourly = (count: number): ThrottleLimit => ({ ratePerSecond: count / HOUR_SECONDS, burst: count });
  return {
    key: { ratePerSecond: config.THROTTLE_KEY_PER_SECOND, burst: config.THROTTLE_KEY_BURST },
    enterprise: { ratePerSecond: config.THROTTLE_ENTERPRISE_PER_SECOND, burst: config.THROTTLE_ENTERPRISE_BURST },
    address: { ratePerSecond: config.THROTTLE_ADDRESS_PER_SECOND, burst: config.THROTTLE_ADDRESS_BURST },
    register: hourly(config.THROTTLE_REGISTER_PER_HOUR),
    login: hourly(config.THROTTLE_LOGIN_PER_HOUR),
    networkFactor: config.THROTTLE_NETWORK_FACTOR,
    loopbackFactor: config.THROTTLE_LOOPBACK_FACTOR,
  };
}

/** The limit of an account on this plan; an unknown plan has the ordinary one. */
export function keyLimitOf(limits: ThrottleLimits, plan: string | undefined): ThrottleLimit {
  return plan === 'enterprise' ? limits.enterprise : limits.key;
}

export function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.');
}

/** The limit as it holds for requests from `address`, which is unknown once the client has hung up. */
export function limitFrom(limits: ThrottleLimits, limit: ThrottleLimit, address: string | undefined): ThrottleLimit {
  return address !== undefined && isLoopback(address) ? times(limit, limits.loopbackFactor) : limit;
}

export function times(limit: ThrottleLimit, factor: number): ThrottleLimit {
  return { ratePerSecond: limit.ratePerSecond * factor, burst: limit.burst * factor };
}
