import { type RedisBackend, startRedis } from '@precis/backends/redis-backend';
import { AuthServiceService } from '@precis/proto/auth/v1/auth';
import { BillingServiceService } from '@precis/proto/billing/v1/billing';
import { UsageServiceService } from '@precis/proto/usage/v1/usage';
import { DomainError } from '@precis/runtime/domain-error';
import { createLogger } from '@precis/runtime/logger';
import { eventually } from '@precis/testing/eventually';
import { Redis } from 'ioredis';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../config.js';
import { createApp, type GatewayApp } from '../create-app.js';
import { RpcStandIn } from '../testing/rpc-stand-in.js';
import { targetsAt } from '../rpc-clients.js';

const HOUR_SECONDS = 3_600;
/** Limits for a remote client: loopback gets ten times these. */
const LIMITS = {
  THROTTLE_KEY_PER_SECOND: 7 / HOUR_SECONDS,
  THROTTLE_KEY_BURST: 7,
  THROTTLE_ENTERPRISE_PER_SECOND: 28 / HOUR_SECONDS,
  THROTTLE_ENTERPRISE_BURST: 28,
  THROTTLE_ADDRESS_PER_SECOND: 10 / HOUR_SECONDS,
  THROTTLE_ADDRESS_BURST: 10,
  THROTTLE_LOGIN_PER_HOUR: 3,
};

let folder: string;
let auth: RpcStandIn;
let usage: RpcStandIn;
let billing: RpcStandIn;
let backend: RedisBackend;
let redis: Redis;
let gateways: GatewayApp[];

const start = (url: string) => {
  const nowhere = `unix:${join(folder, 'nowhere.sock')}`;
  const addresses = {
    ...targetsAt(nowhere),
    AUTH_ADDRESS: auth.address,
    USAGE_ADDRESS: usage.address,
    BILLING_ADDRESS: billing.address,
  };
  const record = {
    PORT: 0,
    PUBLIC_URL: 'http://localhost',
    CALLER_SECRET: 'secret-of-the-gateway',
    REDIS_URL: url,
    REDIS_TIMEOUT_MS: 5_000,
    ...LIMITS,
    ...addresses,
  };
  return createApp(readConfig(record), { logger: createLogger('test', 'silent') });
};
// Matches the whole line, because the help text of the metric begins alike.
const isUp = async ({ metrics }: GatewayApp) => /^precis_throttle_redis_up 1$/m.test(await metrics.metrics());
const login = (gateway: GatewayApp) =>
  fetch(`http://127.0.0.1:${gateway.port}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
const info = (gateway: GatewayApp, key = 'prc_account') =>
  fetch(`http://127.0.0.1:${gateway.port}/api/youtube/info`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: '{}',
  });
const scriptCalls = async () =>
  [...(await redis.info('commandstats')).matchAll(/cmdstat_eval(?:sha)?:calls=(\d+)/g)].reduce(
    (sum, match) => sum + Number(match[1]),
    0,
  );
const statuses = (answers: Response[]) => answers.map(({ status }) => status).sort();

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'throttle-'));
  backend = await startRedis({ environment: process.env });
  redis = new Redis(backend.url).on('error', () => undefined);
  auth = new RpcStandIn(AuthServiceService, `unix:${join(folder, 'auth.sock')}`, {
    authenticateKey: ({ apiKey }: { apiKey: string }) => {
      if (apiKey === 'prc_unknown') throw new DomainError('unauthenticated', 'api_key_invalid', 'Invalid API key');
      return { accountId: apiKey.slice('prc_'.length), keyId: apiKey, validUntilMs: 0 };
    },
    listRevoked: () => ({ ids: [] }),
  });
  usage = new RpcStandIn(UsageServiceService, `unix:${join(folder, 'usage.sock')}`, {});
  billing = new RpcStandIn(BillingServiceService, `unix:${join(folder, 'billing.sock')}`, {
    getSubscription: ({ accountId }: { accountId: string }) => ({
      plan: accountId.replace('lapsed-', ''),
      isActive: !accountId.startsWith('lapsed-'),
      videoLimit: 3,
    }),
  });
  await Promise.all([auth.listen(), usage.listen(), billing.listen()]);
  gateways = await Promise.all([start(backend.url), start(backend.url)]);
  for (const gateway of gateways) await eventually('Redis in use', () => isUp(gateway));
});

afterEach(async () => {
  await Promise.all(gateways.map((gateway) => gateway.close()));
  redis.disconnect();
  await backend.stop();
  auth.close();
  usage.close();
  billing.close();
  rmSync(folder, { recursive: true });
});

describe('two gateways on one Redis', () => {
  it('call Redis once for an address with its route, once more for a new key, and once in total for a known key', async () => {
    const before = await scriptCalls();
    await login(gateways[0]);
    expect(await scriptCalls()).toBe(before + 1);
    await info(gateways[0]);
    expect(await scriptCalls()).toBe(before + 3);
    await info(gateways[0]);
    expect(await scriptCalls()).toBe(before + 4);
    await fetch(`http://127.0.0.1:${gateways[0].port}/healthz`);
    expect(await scriptCalls()).toBe(before + 4);
    // Only reading them is free: a body would cost as much as any other.
    await fetch(`http://127.0.0.1:${gateways[0].port}/healthz`, { method: 'POST', body: 'x' });
    expect(await scriptCalls()).toBe(before + 5);
  });

  it('share the limit of a key, name the limit that refused, and keep no credential in Redis', async () => {
    const answers: Response[] = [];
    for (let index = 0; index < 75; index++) answers.push(await info(gateways[index % 2]));
    expect(statuses(answers)).toEqual([...Array(70).fill(400), ...Array(5).fill(429)]);
    expect(answers[9].headers.get('ratelimit')).toMatch(/^"key";r=60;t=\d+$/);
    expect(answers[74].headers.get('ratelimit-policy')).toBe('"key";q=70;w=3600');
    expect(answers[74].headers.get('ratelimit')).toMatch(/^"key";r=0;t=3[56]\d\d$/);
    const keys = await redis.keys('*');
    expect(keys.filter((key) => key !== 'throttle:probe').sort()).toEqual([
      'throttle:address:127.0.0.1',
      'throttle:key:account',
    ]);
  });

  it('limit clients that share an address by their keys, not by the address, also while one of them is refused', async () => {
    const keys = ['prc_ann', 'prc_ben', 'prc_cem'];
    const answers: Response[] = [];
    for (let index = 0; index < 210; index++) answers.push(await info(gateways[index % 2], keys[index % 3]));
    expect(statuses(answers)).toEqual(Array(210).fill(400));
    for (let index = 0; index < 110; index++) expect((await info(gateways[index % 2], 'prc_ann')).status).toBe(429);
    expect((await info(gateways[0], 'prc_dan')).status).toBe(400);
  });

  it('count requests without a valid credential by address, and name the limit of the address when it refuses', async () => {
    const answers: Response[] = [];
    for (let index = 0; index < 105; index++) answers.push(await info(gateways[index % 2], 'prc_unknown'));
    expect(statuses(answers)).toEqual([...Array(100).fill(401), ...Array(5).fill(429)]);
    expect(answers[104].headers.get('ratelimit-policy')).toBe('"address";q=100;w=3600');
  });

  it('count requests with a malformed address by the address of the client', async () => {
    const answers: Response[] = [];
    for (let index = 0; index < 105; index++)
      answers.push(await fetch(`http://127.0.0.1:${gateways[index % 2].port}/%zz`));
    expect(statuses(answers)).toEqual([...Array(100).fill(400), ...Array(5).fill(429)]);
  });

  it('serve a known key from an address whose limit other clients have used up', async () => {
    await info(gateways[0], 'prc_known');
    for (let index = 0; index < 105; index++) await info(gateways[0], 'prc_unknown');
    expect((await info(gateways[0], 'prc_unknown')).status).toBe(429);
    expect((await info(gateways[0], 'prc_known')).status).toBe(400);
  });

  it('count a request with a known key by address when it is refused before its account counts it', async () => {
    await info(gateways[0], 'prc_known');
    const refused = (): Promise<number> =>
      new Promise((resolve, reject) => {
        const headers = { 'x-api-key': 'prc_known', 'content-length': '0', expect: 'the-unexpected' };
        request(`http://127.0.0.1:${gateways[0].port}/api/youtube/info`, { method: 'POST', headers })
          .on('response', (response) => resolve(response.resume().statusCode!))
          .on('error', reject)
          .end();
      });
    const statusesOfAll: number[] = [];
    // The first request above took one unit of the address and gave it back.
    for (let index = 0; index < 105; index++) statusesOfAll.push(await refused());
    expect(statusesOfAll).toEqual([...Array(100).fill(417), ...Array(5).fill(429)]);
  });

  it('report and apply the limit of Enterprise from the first request, and the ordinary one after that plan has ended', async () => {
    const policy = async (key: string) => (await info(gateways[0], key)).headers.get('ratelimit-policy');
    expect(await policy('prc_enterprise')).toBe('"key";q=280;w=3600');
    expect(await policy('prc_medium')).toBe('"key";q=70;w=3600');
    expect(await policy('prc_lapsed-enterprise')).toBe('"key";q=70;w=3600');
    for (let index = 0; index < 100; index++)
      expect((await info(gateways[index % 2], 'prc_enterprise')).status).toBe(400);
  });

  it('refuse nobody because billing is unavailable: the last known plan counts, or else the ordinary limit', async () => {
    await info(gateways[0], 'prc_enterprise');
    billing.away = true;
    const known = await info(gateways[0], 'prc_enterprise');
    const unknown = await info(gateways[1], 'prc_enterprise');
    expect([known.status, unknown.status]).toEqual([400, 400]);
    expect([known, unknown].map(({ headers }) => headers.get('ratelimit-policy'))).toEqual([
      '"key";q=280;w=3600',
      '"key";q=70;w=3600',
    ]);
  });

  it('refuse the 31st login at either gateway, and continue alone when Redis dies: no answer is a 5xx', async () => {
    const answers: Response[] = [];
    for (let index = 0; index < 31; index++) answers.push(await login(gateways[index % 2]));
    expect(statuses(answers)).toEqual([...Array(30).fill(400), 429]);
    expect(answers[30].headers.get('ratelimit-policy')).toBe('"login";q=30;w=3600');
    await backend.kill();
    // The gateway remembers Redis' last answer for this address.
    expect((await login(gateways[0])).status).toBe(429);
    expect(statuses(await Promise.all(Array.from({ length: 20 }, () => info(gateways[0]))))).toEqual(
      Array(20).fill(400),
    );
    expect(await gateways[0].metrics.metrics()).toMatch(/precis_throttle_fallbacks_total [1-9]/);
  });
});
