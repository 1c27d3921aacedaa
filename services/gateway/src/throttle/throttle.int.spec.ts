import { type RedisEngine, startRedis } from '@precis/engines/redis-engine';
import { AuthServiceService } from '@precis/proto/auth/v1/auth';
import { UsageServiceService } from '@precis/proto/usage/v1/usage';
import { createLogger } from '@precis/runtime/logger';
import { eventually } from '@precis/testing/eventually';
import { Redis } from 'ioredis';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../config.js';
import { createApp, type GatewayApp } from '../create-app.js';
import { RpcStandIn } from '../testing/rpc-stand-in.js';
import type { ThrottleLimits } from './throttle-limits.js';

const hourly = (burst: number) => ({ ratePerSecond: burst / 36_000, burst: burst / 10 });
/** As from afar: loopback gets ten times these. */
const LIMITS: ThrottleLimits = { key: hourly(70), address: hourly(1_000), register: hourly(30), login: hourly(30) };

let folder: string;
let auth: RpcStandIn;
let usage: RpcStandIn;
let engine: RedisEngine;
let redis: Redis;
let gateways: GatewayApp[];

const start = (url: string) => {
  const nowhere = `unix:${join(folder, 'nowhere.sock')}`;
  const addresses = { AUTH_ADDRESS: auth.address, USAGE_ADDRESS: usage.address, BILLING_ADDRESS: nowhere, SUMMARISATION_ADDRESS: nowhere };
  const record = { PORT: 0, PUBLIC_URL: 'http://localhost', CALLER_SECRET: 'secret-of-the-gateway', REDIS_URL: url, REDIS_TIMEOUT_MS: 500, ...addresses };
  return createApp(readConfig(record), { logger: createLogger('test', 'silent'), throttleLimits: LIMITS });
};
const isUp = async ({ metrics }: GatewayApp) => (await metrics.metrics()).includes('precis_throttle_redis_up 1');
const login = (gateway: GatewayApp) => fetch(`http://127.0.0.1:${gateway.port}/api/auth/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' });
const info = (gateway: GatewayApp) => fetch(`http://127.0.0.1:${gateway.port}/api/youtube/info`, { method: 'POST', headers: { 'x-api-key': 'prc_test' }, body: '{}' });
const scriptCalls = async () => [...(await redis.info('commandstats')).matchAll(/cmdstat_eval(?:sha)?:calls=(\d+)/g)].reduce((sum, match) => sum + Number(match[1]), 0);
const statuses = (answers: Response[]) => answers.map(({ status }) => status).sort();

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'throttle-'));
  engine = await startRedis({ environment: process.env });
  redis = new Redis(engine.url).on('error', () => undefined);
  auth = new RpcStandIn(AuthServiceService, `unix:${join(folder, 'auth.sock')}`, {
    authenticateKey: () => ({ accountId: 'account', keyId: 'key-1', validUntilMs: 0 }),
    listRevoked: () => ({ ids: [] }),
  });
  usage = new RpcStandIn(UsageServiceService, `unix:${join(folder, 'usage.sock')}`, {});
  await Promise.all([auth.listen(), usage.listen()]);
  gateways = await Promise.all([start(engine.url), start(engine.url)]);
  for (const gateway of gateways) await eventually('Redis in use', () => isUp(gateway));
});

afterEach(async () => {
  await Promise.all(gateways.map((gateway) => gateway.close()));
  redis.disconnect();
  await engine.stop();
  auth.close();
  usage.close();
  rmSync(folder, { recursive: true });
});

describe('two gateways on one Redis', () => {
  it('call it once for an address with its route, and once more for a key', async () => {
    const before = await scriptCalls();
    await login(gateways[0]);
    expect(await scriptCalls()).toBe(before + 1);
    await info(gateways[0]);
    expect(await scriptCalls()).toBe(before + 3);
    await fetch(`http://127.0.0.1:${gateways[0].port}/healthz`);
    expect(await scriptCalls()).toBe(before + 3);
  });

  it('let a key through once for both, tell the limit that refused, and keep no credential in Redis', async () => {
    const answers: Response[] = [];
    for (let index = 0; index < 75; index++) answers.push(await info(gateways[index % 2]));
    expect(statuses(answers)).toEqual([...Array(70).fill(400), ...Array(5).fill(429)]);
    expect(answers[9].headers.get('ratelimit')).toMatch(/^"key";r=60;t=\d+$/);
    expect(answers[74].headers.get('ratelimit-policy')).toBe('"key";q=70;w=3600');
    expect(answers[74].headers.get('ratelimit')).toMatch(/^"key";r=0;t=3[56]\d\d$/);
    const keys = await redis.keys('*');
    expect(keys.filter((key) => key !== 'throttle:{probe}').sort()).toEqual(['throttle:{127.0.0.1}:address', 'throttle:{account}:key']);
  });

  it('refuse the 31st login at either door, and go on alone when Redis dies: no answer is a 5xx', async () => {
    const answers: Response[] = [];
    for (let index = 0; index < 31; index++) answers.push(await login(gateways[index % 2]));
    expect(statuses(answers)).toEqual([...Array(30).fill(400), 429]);
    expect(answers[30].headers.get('ratelimit-policy')).toBe('"login";q=30;w=3600');
    await engine.kill();
    // It remembers what Redis said of this address last.
    expect((await login(gateways[0])).status).toBe(429);
    expect(statuses(await Promise.all(Array.from({ length: 20 }, () => info(gateways[0]))))).toEqual(Array(20).fill(400));
    expect(await gateways[0].metrics.metrics()).toMatch(/precis_throttle_fallbacks_total [1-9]/);
  });
});
