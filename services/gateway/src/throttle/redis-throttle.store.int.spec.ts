import { type RedisBackend, startRedis } from '@precis/backends/redis-backend';
import { createLogger } from '@precis/runtime/logger';
import { eventually } from '@precis/testing/eventually';
import { Redis } from 'ioredis';
import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { startLoad } from '../testing/throttle-load.js';
import { RedisThrottleStore } from './redis-throttle.store.js';

const PATIENT_MS = 500;
const SLOW = { ratePerSecond: 0.01, burst: 300 };
const demands = [{ key: 'throttle:key:account', limit: SLOW }];

let backend: RedisBackend;
let stores: RedisThrottleStore[];
let registries: Registry[];
let lines: string[];
let load: ReturnType<typeof startLoad> | undefined;

const metric = async (index: number, name: string) =>
  (await registries[index].getSingleMetric(name)!.get()).values[0].value;
const fallbacks = async () =>
  (await metric(0, 'precis_throttle_fallbacks_total')) + (await metric(1, 'precis_throttle_fallbacks_total'));
const areUp = (value: number) => async () =>
  (await metric(0, 'precis_throttle_redis_up')) === value && (await metric(1, 'precis_throttle_redis_up')) === value;

async function open(decisionMs = 50): Promise<void> {
  lines = [];
  const logger = createLogger('test', 'info', {
    write: (line: string) => void lines.push((JSON.parse(line) as { msg: string }).msg),
  });
  registries = [new Registry(), new Registry()];
  stores = registries.map((registry) => new RedisThrottleStore({ url: backend.url, decisionMs }, registry, logger));
  stores.forEach((store) => store.start());
}

beforeEach(async () => {
  backend = await startRedis({ environment: process.env });
});

afterEach(async () => {
  await load?.stop();
  stores.forEach((store) => store.stop());
  await backend.stop();
});

describe('the throttles of two gateways', () => {
  it('share one budget: of 1,000 requests to both exactly the burst passes', async () => {
    await open(PATIENT_MS);
    await eventually('both connections', areUp(1));
    const answers = await Promise.all(Array.from({ length: 1_000 }, (_, index) => stores[index % 2].take(demands)));
    expect(answers.filter(({ allowed }) => allowed)).toHaveLength(SLOW.burst);
    expect(await fallbacks()).toBe(0);
  });

  it('combine requests that arrive during two calls into one call to Redis, decide each, and never delay a single one', async () => {
    await open(PATIENT_MS);
    await eventually('both connections', areUp(1));
    const asker = new Redis(backend.url);
    const scripts = async () => Number(/cmdstat_evalsha:calls=(\d+)/.exec(await asker.info('commandstats'))?.[1] ?? 0);
    try {
      let before = await scripts();
      for (let request = 0; request < 20; request++) await stores[0].take(demands);
      expect(await scripts()).toBe(before + 20);
      // Each request has its own turn of the event loop. A stall of the machine may spread a run out, so one of several runs must succeed.
      await eventually('far fewer calls than requests', async () => {
        before = await scripts();
        const key = `throttle:key:${randomUUID()}`;
        const turns = [];
        for (let turn = 0; turn < 400; turn++) {
          turns.push(stores[0].take([{ key, limit: SLOW }]));
          await setImmediate();
        }
        const answers = await Promise.all(turns);
        expect(answers.filter(({ allowed }) => allowed)).toHaveLength(SLOW.burst);
        return (await scripts()) - before < 200;
      });
      expect(await fallbacks()).toBe(0);
    } finally {
      asker.disconnect();
    }
  });

  it('allow no second burst when Redis dies, and still allow other keys', async () => {
    await open(PATIENT_MS);
    await eventually('both connections', areUp(1));
    for (let request = 0; request < SLOW.burst; request++) await stores[0].take(demands);
    await backend.kill();
    expect(await stores[0].take(demands)).toMatchObject({ allowed: false });
    expect(await stores[0].take([{ key: 'throttle:key:other', limit: SLOW }])).toMatchObject({ allowed: true });
  });

  it.each(['SIGKILL', 'SIGSTOP'] as const)(
    'decide locally and in time when Redis gets a %s under load, log it, and share again when Redis is back',
    async (signal) => {
      await open();
      await eventually('both connections', areUp(1));
      load = startLoad(stores);
      await load.decisions(50);
      await backend.kill(signal);
      await eventually('both to count alone', areUp(0));
      const before = await fallbacks();
      // A stopped Redis answers none of the waiting requests: each got a local decision.
      await load.decisions(50);
      expect(await fallbacks()).toBeGreaterThanOrEqual(before + 49 * load.clients);
      // No request waits because of the outage again: reconnecting happens in the background.
      for (const store of stores) expect(await isDecidedAtOnce(store)).toBe(true);
      await (signal === 'SIGKILL' ? backend.restart() : backend.kill('SIGCONT'));
      await eventually('both to share again', async () => {
        const counted = await fallbacks();
        await load!.decisions(25);
        return counted === (await fallbacks());
      });
      await load.stop();
      expect(new Set(lines)).toEqual(
        new Set(['the throttle counts in Redis', 'Redis is away: the throttle counts in this process alone']),
      );
      // Twice three lines, and some more on a machine that stalls: one for each change, not one for each of thousands of requests.
      expect(lines.length).toBeLessThan(30);
    },
  );

  it('decide from the first request when Redis was never available', async () => {
    await backend.kill();
    await open();
    const answers = await Promise.all(Array.from({ length: SLOW.burst + 5 }, () => stores[0].take(demands)));
    expect(answers.filter(({ allowed }) => allowed)).toHaveLength(SLOW.burst);
    await eventually('both to say so', () => lines.length === 2);
  });
});

/** Whether a decision is made before anything could have arrived through a socket. */
async function isDecidedAtOnce(store: RedisThrottleStore): Promise<boolean> {
  const decision = store.take(demands).then(() => true);
  return Promise.race([decision, new Promise<boolean>((resolve) => setImmediate(() => resolve(false)))]);
}
