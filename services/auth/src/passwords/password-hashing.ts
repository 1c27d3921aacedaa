import { ConfigError } from '@precis/runtime/config';

/** What one argon2id hash costs: `memoryKib` in KiB, `passes` over it, `parallelism` in lanes. */
export interface HashCost {
  memoryKib: number;
  passes: number;
  parallelism: number;
}

/** The values of PASSWORD_HASHING. */
export const HASHINGS = ['full', 'light'] as const;

/** Each way to hash passwords, with its cost. A stored hash names its own cost, so that old and new hashes can both be checked. */
export const HASH_COST: Record<(typeof HASHINGS)[number], HashCost> = {
  /** OWASP's parameters for argon2id; about 50 ms of one core. */
  full: { memoryKib: 19_456, passes: 2, parallelism: 1 },
  /** Under a millisecond: thousands of accounts register while the tests run. */
  light: { memoryKib: 64, passes: 1, parallelism: 1 },
};

const THIS_MACHINE = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** The hashing cost of this deployment. Throws ConfigError when light hashing is set where customers can reach it. */
export function hashCostOf(config: { PASSWORD_HASHING: keyof typeof HASH_COST; PUBLIC_URL: string }): HashCost {
  if (config.PASSWORD_HASHING === 'light' && !THIS_MACHINE.test(new URL(config.PUBLIC_URL).hostname))
    throw new ConfigError('auth', ['PASSWORD_HASHING: light is for tests, where PUBLIC_URL is on this machine']);
  return HASH_COST[config.PASSWORD_HASHING];
}
