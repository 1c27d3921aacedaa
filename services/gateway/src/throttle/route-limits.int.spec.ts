import { type RedisBackend, startRedis } from '@precis/backends/redis-backend';
import { eventually } from '@precis/testing/eventually';
import type { GatewayApp } from '../create-app.js';
import { GatewayWorld } from '../testing/gateway-world.js';

/** Limits for a remote client: loopback gets ten times these. */
const LIMITS = {
  THROTTLE_REGISTER_PER_HOUR: 1,
  THROTTLE_LOGIN_PER_HOUR: 2,
  THROTTLE_MAIL_PER_HOUR: 1,
  THROTTLE_LINK_PER_HOUR: 2,
  THROTTLE_NEW_KEY_PER_HOUR: 1,
  THROTTLE_PLAYGROUND_PER_HOUR: 2,
  THROTTLE_PLAYGROUND_ADDRESS_PER_HOUR: 3,
  THROTTLE_QUOTE_PER_HOUR: 2,
  THROTTLE_CHECKOUT_PER_HOUR: 1,
  THROTTLE_CANCEL_PER_HOUR: 1,
  THROTTLE_WEBHOOK_PER_SECOND: 0.001,
  THROTTLE_WEBHOOK_BURST: 3,
};
type Route = [method: string, path: string];

let backend: RedisBackend;
let world: GatewayWorld;
let gateways: GatewayApp[];

const isUp = async ({ metrics }: GatewayApp) => /^precis_throttle_redis_up 1$/m.test(await metrics.metrics());

beforeEach(async () => {
  backend = await startRedis({ environment: process.env });
  const settings = { REDIS_URL: backend.url, REDIS_TIMEOUT_MS: 5_000, ...LIMITS };
  world = await GatewayWorld.start({}, settings);
  gateways = [world.gateway, await world.startGateway(settings)];
  for (const gateway of gateways) await eventually('Redis in use', () => isUp(gateway));
}, 30_000);
afterEach(async () => {
  await gateways[1].close();
  await world.close();
  await backend.stop();
});

/** Sends a body that is always invalid: requests are counted before they are parsed. */
const ask = ([method, path]: Route, gateway: GatewayApp, token?: string) =>
  world.call(method, path, { body: {}, token }, gateway);
/** Sends `count` requests, to each gateway in turn. Returns how many were not throttled, and the limit that throttled the others. */
async function passed(routes: Route[], count: number, token?: string) {
  let others = 0;
  let named: string | null = null;
  for (let index = 0; index < count; index++) {
    const { status, headers, body } = await ask(routes[index % routes.length], gateways[index % 2], token);
    if (status !== 429) others++;
    else named = `${body.code} ${headers.get('ratelimit-policy')}`;
  }
  return { others, named };
}

describe('the route limits of two gateways on one Redis', () => {
  it.each<[string, Route[], number]>([
    ['register', [['POST', '/api/auth/register']], 10],
    ['login', [['POST', '/api/auth/login']], 20],
    [
      'mail',
      [
        ['POST', '/api/auth/forgot-password'],
        ['POST', '/api/auth/resend-verification'],
      ],
      10,
    ],
    [
      'link',
      [
        ['POST', '/api/auth/verify-email'],
        ['POST', '/api/auth/reset-password'],
        ['POST', '/api/notifications/unsubscribe'],
      ],
      20,
    ],
  ])('refuse %s by address and leave other routes open (LIMIT-10)', async (name, routes, limit) => {
    expect(await passed(routes, limit + 5)).toEqual({ others: limit, named: `throttled "${name}";q=${limit};w=3600` });
    expect((await world.call('GET', '/healthz')).status).toBe(200);
    expect((await world.call('GET', '/api/auth/me')).status).toBe(401);
  });

  it.each<[string, Route[], number]>([
    ['register', [['PUT', '/api/user/profile']], 10],
    [
      'login',
      [
        ['PUT', '/api/auth/update-password'],
        ['DELETE', '/api/user/account'],
      ],
      20,
    ],
  ])(
    'refuse %s by address also for signed-in users, on routes with the same risk or cost (LIMIT-10)',
    async (name, routes, limit) => {
      const token = await world.token('ann');
      expect(await passed(routes, limit + 5, token)).toEqual({
        others: limit,
        named: `throttled "${name}";q=${limit};w=3600`,
      });
    },
  );

  it('count generated and rotated keys together by account, and allow revoking and other accounts (LIMIT-11)', async () => {
    const [ann, ben] = [await world.token('ann'), await world.token('ben')];
    const routes: Route[] = [
      ['POST', '/api/api-key/generate'],
      ['POST', '/api/api-key/rotate'],
    ];
    expect(await passed(routes, 15, ann)).toEqual({ others: 10, named: 'throttled "new-key";q=10;w=3600' });
    expect((await ask(['PUT', '/api/api-key/revoke'], gateways[0], ann)).status).toBe(200);
    expect((await ask(routes[0], gateways[0], ben)).status).toBe(200);
  });

  it.each([
    ['quote', 'POST', '/api/payment/quote', 20, 400],
    ['checkout', 'POST', '/api/payment/create-session', 10, 400],
    ['cancel', 'DELETE', '/api/youtube/jobs/none', 10, 404],
  ])('refuse %s by account and serve other accounts (LIMIT-11)', async (name, method, path, limit, status) => {
    const [ann, ben] = [await world.token('ann'), await world.token('ben')];
    expect(await passed([[method, path]], limit + 5, ann)).toEqual({
      others: limit,
      named: `throttled "${name}";q=${limit};w=3600`,
    });
    expect((await ask([method, path], gateways[0], ben)).status).toBe(status);
  });

  it('count webhooks by address, independently of the general limit of the address (PAY-52)', async () => {
    const HOOKS: Route[] = [
      ['POST', '/api/webhooks/stripe'],
      ['POST', '/api/webhooks/btcpay'],
    ];
    expect((await passed(HOOKS, 35)).named).toBe('throttled "webhook";q=30;w=3000');
    expect((await world.call('GET', '/api/info')).status).toBe(200);
    const few = await world.startGateway({ ...LIMITS, THROTTLE_ADDRESS_PER_SECOND: 0.001, THROTTLE_ADDRESS_BURST: 1 });
    for (let index = 0; index < 20; index++) expect((await ask(HOOKS[0], few)).status).toBe(400);
    for (let index = 0; index < 10; index++) await world.call('GET', '/api/auth/me', {}, few);
    expect((await ask(['POST', '/api/auth/login'], few)).status).toBe(429);
    expect((await ask(HOOKS[0], few)).status).toBe(400);
    await few.close();
  });

  it('count the playground by account, apart from its key, and by address however many accounts are used', async () => {
    const PLAYGROUND: Route[] = [['POST', '/api/youtube/playground/summarize']];
    const tokens = await Promise.all(['ann', 'ben'].map((account) => world.token(account)));
    expect(await passed(PLAYGROUND, 25, tokens[0])).toEqual({
      others: 20,
      named: 'throttled "playground";q=20;w=3600',
    });
    expect((await world.call('POST', '/api/youtube/info', { body: {}, key: 'prc_ann' })).status).toBe(400);
    // 25 of the address' 30 are used up: its limit is checked first.
    expect(await passed(PLAYGROUND, 8, tokens[1])).toEqual({
      others: 5,
      named: 'throttled "playground-address";q=30;w=3600',
    });
  });

  it('hold when Redis dies: each gateway continues from what it saw, and no answer is a 5xx', async () => {
    const token = await world.token('ann');
    const LOGIN: Route[] = [['POST', '/api/auth/login']];
    const KEYS: Route[] = [['POST', '/api/api-key/generate']];
    expect((await passed(LOGIN, 22)).others).toBe(20);
    expect((await passed(KEYS, 12, token)).others).toBe(10);
    await backend.kill();
    const answers = [];
    for (let index = 0; index < 30; index++) {
      answers.push(await ask(LOGIN[0], gateways[index % 2]));
      answers.push(await ask(KEYS[0], gateways[index % 2], token));
    }
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([429]));
    expect((await passed([['POST', '/api/auth/forgot-password']], 30)).others).toBe(20);
  });
});
