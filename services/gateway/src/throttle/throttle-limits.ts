import type { GatewayConfig } from '../config.js';
import type { ThrottleLimit } from './gcra.rule.js';

/** Limits that count a request before its credential is known. All but `address` apply to some routes only (LIMIT-10). */
const ADDRESS_LIMITS = ['address', 'register', 'login', 'mail', 'link', 'playground-address', 'webhook'] as const;
/** Limits that count the requests of an account, by session or API key. `key` applies to all routes (LIMIT-1), the others to some (LIMIT-11). */
const ACCOUNT_LIMITS = ['key', 'new-key', 'playground', 'quote', 'checkout', 'download', 'batch', 'cancel'] as const;

export type AddressLimitName = (typeof ADDRESS_LIMITS)[number];
export type AccountLimitName = Exclude<(typeof ACCOUNT_LIMITS)[number], 'key'>;
/** The name of a limit in answers and metrics. The /48 of an IPv6 address has each of the address limits as well. */
export type ThrottleName = 'key' | AccountLimitName | AddressLimitName | `${AddressLimitName}/48`;

export const THROTTLE_NAMES: ThrottleName[] = [
  ...ACCOUNT_LIMITS,
  ...ADDRESS_LIMITS,
  ...ADDRESS_LIMITS.map((name) => `${name}/48` as const),
];

/** Every limit of the throttle, from the settings (LIMIT-1, LIMIT-2, LIMIT-3). */
export interface ThrottleLimits extends Record<'key' | AccountLimitName | AddressLimitName, ThrottleLimit> {
  /** Replaces `key` while that plan runs. */
  enterprise: ThrottleLimit;
  /** The limits of a /48 are those of an address times this factor. */
  networkFactor: number;
  /** Factor for loopback, which is a developer's own machine or a proxy with a throttle of its own. */
  loopbackFactor: number;
}

const HOUR_SECONDS = 3_600;

/** The limits of these settings. An hourly limit may be used up in one burst. */
export function throttleLimitsOf(config: GatewayConfig): ThrottleLimits {
  const hourly = (count: number): ThrottleLimit => ({ ratePerSecond: count / HOUR_SECONDS, burst: count });
  return {
    key: { ratePerSecond: config.THROTTLE_KEY_PER_SECOND, burst: config.THROTTLE_KEY_BURST },
    enterprise: { ratePerSecond: config.THROTTLE_ENTERPRISE_PER_SECOND, burst: config.THROTTLE_ENTERPRISE_BURST },
    address: { ratePerSecond: config.THROTTLE_ADDRESS_PER_SECOND, burst: config.THROTTLE_ADDRESS_BURST },
    register: hourly(config.THROTTLE_REGISTER_PER_HOUR),
    login: hourly(config.THROTTLE_LOGIN_PER_HOUR),
    mail: hourly(config.THROTTLE_MAIL_PER_HOUR),
    link: hourly(config.THROTTLE_LINK_PER_HOUR),
    'playground-address': hourly(config.THROTTLE_PLAYGROUND_ADDRESS_PER_HOUR),
    webhook: { ratePerSecond: config.THROTTLE_WEBHOOK_PER_SECOND, burst: config.THROTTLE_WEBHOOK_BURST },
    'new-key': hourly(config.THROTTLE_NEW_KEY_PER_HOUR),
    playground: hourly(config.THROTTLE_PLAYGROUND_PER_HOUR),
    quote: hourly(config.THROTTLE_QUOTE_PER_HOUR),
    checkout: hourly(config.THROTTLE_CHECKOUT_PER_HOUR),
    download: hourly(config.THROTTLE_DOWNLOAD_PER_HOUR),
    batch: hourly(config.THROTTLE_BATCH_PER_HOUR),
    cancel: hourly(config.THROTTLE_CANCEL_PER_HOUR),
    networkFactor: config.THROTTLE_NETWORK_FACTOR,
    loopbackFactor: config.THROTTLE_LOOPBACK_FACTOR,
  };
}

/** The limit of an account on this plan; an unknown plan has the ordinary limit. */
export function keyLimitOf(limits: ThrottleLimits, plan: string | undefined): ThrottleLimit {
  return plan === 'enterprise' ? limits.enterprise : limits.key;
}

export function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.');
}

/** The limit that applies to requests from `address`, which is unknown when the client has disconnected. */
export function limitFrom(limits: ThrottleLimits, limit: ThrottleLimit, address: string | undefined): ThrottleLimit {
  return address !== undefined && isLoopback(address) ? times(limit, limits.loopbackFactor) : limit;
}

export function times(limit: ThrottleLimit, factor: number): ThrottleLimit {
  return { ratePerSecond: limit.ratePerSecond * factor, burst: limit.burst * factor };
}
