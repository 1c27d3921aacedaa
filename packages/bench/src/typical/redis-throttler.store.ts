import type { ThrottlerStorage } from '@nestjs/throttler';
import type { Redis } from 'ioredis';

/** Counts in Redis as the well-known storage package does: one script per call. That package does not list Nest 12 as supported. */
const COUNT = `local hits = redis.call('INCR', KEYS[1])
if hits == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return { hits, redis.call('PTTL', KEYS[1]) }`;

type Counting = Redis & { countHit(key: string, ttlMs: number): Promise<[number, number]> };

/** The throttle of the typical gateway: a window in Redis. */
export class RedisThrottlerStore implements ThrottlerStorage {
  constructor(private readonly redis: Redis) {
    redis.defineCommand('countHit', { numberOfKeys: 1, lua: COUNT });
  }

  /** The method that @nestjs/throttler calls. */
  async increment(key: string, ttl: number, limit: number) {
    const [totalHits, leftMs] = await (this.redis as Counting).countHit(key, ttl);
    const timeToExpire = Math.ceil(leftMs / 1_000);
    const isBlocked = totalHits > limit;
    return { totalHits, timeToExpire, isBlocked, timeToBlockExpire: isBlocked ? timeToExpire : 0 };
  }
}
