import { eventually } from '@precis/testing/eventually';
import { type TestRedis, testRedis } from '@precis/testing/redis';
import fc from 'fast-check';
import { Redis } from 'ioredis';
import { MemoryThrottleStore } from './throttle-store.js';
import { RedisThrottleClient } from './redis-throttle.store.js';

const limitArb = fc.record({
  ratePerSecond: fc.oneof(fc.integer({ min: 1, max: 10_000 }), fc.double({ min: 0.01, max: 5_000, noNaN: true })),
  burst: fc.integer({ min: 1, max: 6 }),
});
/** Pauses mostly within the time of a burst, sometimes zero, sometimes negative for a clock that is set back. */
const pauseArb = fc.oneof(
  fc.constant(0),
  fc.double({ min: 0, max: 5, noNaN: true }),
  fc.integer({ min: -2_000, max: 2_000 }),
);
/** Which of three subjects a step takes from, and to which of the others it gives back. */
const stepArb = fc.record({
  subjects: fc.shuffledSubarray([0, 1, 2], { minLength: 1 }),
  taking: fc.integer({ min: 1, max: 2 }),
});
/** Several steps in one call of the script, all at one moment: one turn of a gateway. */
const turnArb = fc.record({ pauseMs: pauseArb, steps: fc.array(stepArb, { minLength: 1, maxLength: 6 }) });
const TRIALS = 60;
/** Long enough that a busy machine does not fail these tests. */
const PATIENT_MS = 500;

let server: TestRedis;
let client: RedisThrottleClient;
let redis: Redis;

beforeAll(async () => {
  server = await testRedis();
  redis = new Redis(server.url);
  client = new RedisThrottleClient({ url: server.url, decisionMs: PATIENT_MS }, () => undefined);
  client.start();
  await eventually('the connection', () => client.isUp);
});

afterAll(async () => {
  client.stop();
  redis.disconnect();
  await server.stop();
});

describe('the throttle in Redis', () => {
  it('decides every sequence as the local rule does, and keeps the same backlogs to the last bit', async () => {
    let [trial, refused, returned] = [0, 0, 0];
    const sequence = async (
      limits: { ratePerSecond: number; burst: number }[],
      turns: { pauseMs: number; steps: { subjects: number[]; taking: number }[] }[],
    ) => {
      const local = new MemoryThrottleStore();
      let nowMs = Date.parse('2026-11-21') + 0.123;
      trial++;
      for (const { pauseMs, steps } of turns) {
        nowMs += pauseMs;
        const asked = steps.map(({ subjects, taking }) => {
          const all = subjects.map((index) => ({ key: `throttle:trial ${trial}:${index}`, limit: limits[index] }));
          return { demands: all.slice(0, taking), returns: all.slice(taking) };
        });
        const expected = asked.map(({ demands, returns }) => local.take(demands, returns, nowMs));
        refused += expected.filter(({ allowed }) => !allowed).length;
        returned += asked.filter(({ returns }) => returns.length > 0).length;
        expect(await client.decide(asked, nowMs)).toEqual(expected);
      }
    };
    const limitsArb = fc.tuple(limitArb, limitArb, limitArb);
    await fc.assert(fc.asyncProperty(limitsArb, fc.array(turnArb, { minLength: 3, maxLength: 15 }), sequence), {
      numRuns: TRIALS,
    });
    expect(refused).toBeGreaterThan(TRIALS);
    expect(returned).toBeGreaterThan(TRIALS);
  });

  it.each([3, 41, 48, 7_000])(
    'allows the whole burst together at %d a second, and not one request more',
    async (ratePerSecond) => {
      const demands = [{ key: `throttle:key:burst ${ratePerSecond}`, limit: { ratePerSecond, burst: 200 } }];
      const steps = Array.from({ length: 205 }, () => ({ demands, returns: [] }));
      const answers = await client.decide(steps, Date.parse('2026-11-21'));
      expect(answers.map(({ allowed }) => allowed)).toEqual([...Array(200).fill(true), ...Array(5).fill(false)]);
    },
  );

  it('uses the clock of Redis: a spent budget fills again by itself', async () => {
    const demands = [{ key: 'throttle:key:clock', limit: { ratePerSecond: 20, burst: 2 } }];
    for (let request = 0; request < 2; request++) await client.take(demands);
    const { allowed, aheadMs } = await client.take(demands);
    expect(allowed).toBe(false);
    expect(aheadMs[0]).toBeGreaterThan(50);
    expect(aheadMs[0]).toBeLessThanOrEqual(100);
    await eventually('the budget', async () => (await client.take(demands)).allowed);
  });

  it('keeps no key longer than its backlog and ten seconds, and ignores unreadable values', async () => {
    const key = 'throttle:key:ttl';
    await redis.set(key, 'not ours');
    const { allowed } = await client.take([{ key, limit: { ratePerSecond: 1 / 3, burst: 10 } }]);
    expect(allowed).toBe(true);
    const leftMs = await redis.pttl(key);
    expect(leftMs).toBeGreaterThan(3_000);
    expect(leftMs).toBeLessThanOrEqual(13_000);
  });
});
