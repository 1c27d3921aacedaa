import { startRedis } from '@precis/backends/redis-backend';
import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import { testRun } from './test-run.js';

/** An empty Redis for one test file, which must not kill it. */
export interface TestRedis {
  url: string;
  stop(): Promise<void>;
}

/** Redis' default database numbers, without 0, which others use. */
export const REDIS_DATABASES = Array.from({ length: 15 }, (_, index) => 15 - index);
const CLAIM = 'precistest:claim';
const CLAIM_SECONDS = 3_600;
/** The prefix of everything that the product writes. */
const THROTTLE_KEYS = 'throttle:*';

/** An empty numbered database of TEST_REDIS_URL, else a Redis of the file's own. A missing Redis fails the test; it never skips it. */
export async function testRedis(): Promise<TestRedis> {
  const server = process.env.TEST_REDIS_URL;
  if (!server) return startRedis({ environment: process.env });
  const redis = new Redis(server, { connectTimeout: 5_000, commandTimeout: 5_000, maxRetriesPerRequest: 1 });
  redis.on('error', () => undefined);
  const holder = `${testRun()} ${randomBytes(8).toString('hex')}`;
  const database = await claimDatabase(redis, holder).finally(() => redis.disconnect());
  const url = new URL(server);
  url.pathname = `/${database}`;
  return {
    url: url.href,
    stop: async () => {
      const own = new Redis(server, { connectTimeout: 5_000, commandTimeout: 5_000, maxRetriesPerRequest: 1 });
      await releaseRedisDatabase(own, database, (name) => name === holder).finally(() => own.disconnect());
    },
  };
}

/** Atomic, because parallel runs claim databases too. A database with any content belongs to somebody, and nothing is written there. */
async function claimDatabase(redis: Redis, holder: string): Promise<number> {
  const script = "return redis.call('DBSIZE') == 0 and redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])";
  for (const database of REDIS_DATABASES) {
    if (!(await isOffered(redis, database))) continue;
    if (await redis.eval(script, 1, CLAIM, holder, CLAIM_SECONDS)) return database;
  }
  throw new Error('the Redis of TEST_REDIS_URL has no empty database among the numbers 1 to 15');
}

/** Selects the database; a Redis may be configured with fewer than sixteen. */
function isOffered(redis: Redis, database: number): Promise<boolean> {
  return redis.select(database).then(
    () => true,
    (error: Error) => {
      if (error.message.includes('out of range')) return false;
      throw error;
    },
  );
}

/** Removes our keys and the claim, if the claim is ours; later content of others stays. */
export async function releaseRedisDatabase(
  redis: Redis,
  database: number,
  isOurs: (holder: string) => boolean,
): Promise<void> {
  if (!(await isOffered(redis, database))) return;
  const holder = await redis.get(CLAIM);
  if (holder === null || !isOurs(holder)) return;
  for (let cursor = '0', first = true; first || cursor !== '0'; first = false) {
    const [next, keys] = await redis.scan(cursor, 'MATCH', THROTTLE_KEYS, 'COUNT', 1_000);
    if (keys.length > 0) await redis.unlink(...keys);
    cursor = next;
  }
  await redis.del(CLAIM);
}
