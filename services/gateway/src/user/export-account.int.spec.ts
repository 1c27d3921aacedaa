import { WebhookDelivery, WebhookEndpoint } from '@precis/proto/notifications/v1/notifications';
import { Batch, BatchItem, ChargeState, RequestRecord } from '@precis/proto/usage/v1/usage';
import { DomainError } from '@precis/runtime/domain-error';
import { ID, paymentOf, walletEntryOf } from '../testing/account-answers.js';
import { GatewayWorld } from '../testing/gateway-world.js';

let world: GatewayWorld;
let token: string;
let exportRefusal: DomainError | undefined;
let requestCount: number;
let deliveryCount: number;
const itemOf = () => ({ ...BatchItem.decode(new Uint8Array()), url: 'https://youtu.be/precisDemo1' });

beforeAll(async () => {
  world = await GatewayWorld.start(
    {
      auth: {
        exportAccount: () => {
          if (exportRefusal) throw exportRefusal;
          return { json: '{"email":"ann@customer.example"}' };
        },
      },
      billing: {
        getSubscription: () => ({
          plan: 'medium',
          isActive: true,
          videoLimit: 500,
          endDateSeconds: 1_800_000_000,
          remainingDays: 3,
        }),
        listPayments: ({ after }: { after: string }) =>
          after === ''
            ? { payments: [paymentOf({ id: 'p2', amountCents: 2_900 })], next: ID }
            : { payments: [paymentOf({ id: 'p1' })] },
        listWalletEntries: ({ beforeSequence, limit }: { beforeSequence: number; limit: number }) => {
          const newest = beforeSequence === 0 ? 150 : beforeSequence - 1;
          const sequences = Array.from({ length: Math.min(limit, newest) }, (_, index) => newest - index);
          return { entries: sequences.map((sequence) => walletEntryOf({ sequence, amountCents: 5 })) };
        },
      },
      referrals: {
        getCode: () => ({ code: 'ANN12345' }),
        listCommissions: ({ after }: { after: string }) => ({
          // A page that leads back to itself must not be requested forever.
          commissions: [
            {
              id: after || 'first',
              createdAtSeconds: 0,
              referredId: 'ben',
              amountCents: 435,
              percentage: 15,
              status: 'completed',
            },
          ],
          next: ID,
        }),
      },
      usage: {
        getSummary: () => ({
          months: [
            { month: '2025-12', count: 0 },
            { month: '2026-03', count: 1 },
          ],
        }),
        getDetails: ({ month }: { month: string }) => ({
          month,
          days: [
            {
              date: `${month}-01`,
              logs: [{ atMs: 0, endpoint: '/api/youtube/summarize', client: 'curl', title: 'How locks work' }],
            },
          ],
        }),
        listSummaries: ({ cursor }: { cursor: string }) => ({
          summaries: [{ callId: cursor || 'newest', atMs: 0, client: 'curl', resultRef: 'secret-ref' }],
          next: cursor === '' ? 'older' : '',
        }),
        listBatches: ({ cursor }: { cursor: string }) => ({
          batches: [{ ...Batch.decode(new Uint8Array()), batchId: cursor || 'newest', items: [itemOf()] }],
          next: cursor === '' ? 'older' : '',
        }),
        listRequests: ({ cursor, limit }: { cursor: string; limit: number }) => {
          const from = Number(cursor);
          const page = Math.min(limit, requestCount - from);
          const requests = Array.from({ length: page }, (_, place) => ({
            record: {
              ...RequestRecord.decode(new Uint8Array()),
              requestId: `request ${from + place}`,
              recordId: 'secret-ref',
            },
            charge: ChargeState.CHARGE_STATE_CHARGED,
          }));
          return { requests, next: from + page < requestCount ? String(from + page) : '' };
        },
      },
      notifications: {
        listEndpoints: () => ({
          endpoints: ['hook', 'deleted meanwhile', 'quiet'].map((endpointId) => ({
            ...WebhookEndpoint.decode(new Uint8Array()),
            endpointId,
          })),
        }),
        listWebhookDeliveries: ({
          endpointId,
          cursor,
          limit,
        }: {
          endpointId: string;
          cursor: string;
          limit: number;
        }) => {
          if (endpointId === 'deleted meanwhile')
            throw new DomainError('not_found', 'webhook_not_found', 'There is no such webhook.');
          const from = Number(cursor);
          const count = endpointId === 'hook' ? deliveryCount : 0;
          const deliveries = Array.from({ length: Math.min(limit, count - from) }, (_, place) => ({
            ...WebhookDelivery.decode(new Uint8Array()),
            deliveryId: `delivery ${from + place}`,
          }));
          const end = from + deliveries.length;
          return { deliveries, next: end < count ? String(end) : '' };
        },
        getPreferences: () => ({ preferences: { tips: true, usageAlerts: false, planReminders: true } }),
      },
    },
    {},
    { clock: { now: () => new Date(Date.UTC(2026, 2, 31, 12)) } as never },
  );
  token = await world.token('ann');
}, 30_000);
beforeEach(() => {
  world.asked.length = 0;
  exportRefusal = undefined;
  requestCount = 3;
  deliveryCount = 150;
});
afterEach(() => Object.values(world.services).forEach((service) => (service.away = false)));
afterAll(() => world.close());

const ask = (credential = { token }) => world.call('GET', '/api/user/export', credential);

describe('the export (ACC-38)', () => {
  it('is a file with every part, and 13 months of calls', async () => {
    const answer = await ask();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="precis-export.json"');
    expect(world.lastAsked('exportAccount')).toMatchObject({ visitor: { address: '127.0.0.1' } });
    expect(answer.body).toMatchObject({
      success: true,
      exported_at: '2026-03-31T12:00:00.000Z',
      account: { email: 'ann@customer.example' },
      subscription: { plan: 'medium', is_active: true, videos_per_month: 500, end_date: 1_800_000_000 },
      notifications: { tips: true, usage_alerts: false, plan_reminders: true, referral_news: false },
    });
    const { payments, wallet_entries: entries, commissions } = answer.body;
    expect(payments).toMatchObject([{ id: 'p2', amount: 29 }, { id: 'p1' }]);
    expect(entries.map(({ sequence }: { sequence: number }) => sequence)).toEqual(
      Array.from({ length: 150 }, (_, index) => 150 - index),
    );
    expect(entries[0]).toMatchObject({ amount: 0.05 });
    expect(commissions).toMatchObject([{ id: 'first', amount_earned: 4.35 }, { id: ID }]);
    expect(answer.body.summaries).toMatchObject([{ id: 'newest', title: null, client: 'curl' }, { id: 'older' }]);
    expect(answer.body.batches).toMatchObject([
      { batch_id: 'newest', items: [{ url: 'https://youtu.be/precisDemo1' }] },
      { batch_id: 'older' },
    ]);
    expect(answer.body.requests).toMatchObject([0, 1, 2].map((nr) => ({ request_id: `request ${nr}`, charged: true })));
    expect(answer.body.requests_complete).toBe(true);
    expect(answer.body.referral_code).toBe('ANN12345');
    const [hook, quiet] = answer.body.webhooks;
    expect(hook.deliveries.map(({ id }: { id: string }) => id)).toEqual(
      Array.from({ length: 150 }, (_, nr) => `delivery ${nr}`),
    );
    expect(quiet).toMatchObject({ id: 'quiet', deliveries: [], deliveries_complete: true });
    expect(answer.text).not.toContain('secret-ref');
    const { usage } = answer.body as { usage: { month: string; count: number; calls: object[] }[] };
    expect(usage.map(({ month }) => month)).toEqual(
      ['2026-03', '2026-02', '2026-01'].concat(
        Array.from({ length: 10 }, (_, index) => `2025-${String(12 - index).padStart(2, '0')}`),
      ),
    );
    expect(usage[0]).toEqual({
      month: '2026-03',
      count: 1,
      calls: [
        {
          time: '1970-01-01T00:00:00.000Z',
          endpoint: '/api/youtube/summarize',
          client: 'curl',
          title: 'How locks work',
        },
      ],
    });
    expect(usage.find(({ month }) => month === '2025-12')).toEqual({ month: '2025-12', count: 0, calls: [] });
    expect(world.asked.filter(({ method }) => method === 'getDetails')).toHaveLength(12);
  });

  it('has the newest 10,000 records of requests, and shows whether older ones exist', async () => {
    requestCount = 10_000;
    const all = (await ask()).body;
    expect([all.requests.length, all.requests_complete]).toEqual([10_000, true]);
    requestCount = 2_000_000;
    const { body } = await ask();
    expect([body.requests.length, body.requests_complete]).toEqual([10_000, false]);
    expect(body.requests.at(-1).request_id).toBe('request 9999');
    expect(world.asked.filter(({ method }) => method === 'listRequests').length).toBeLessThan(50);
  });

  it('has the newest 1,000 deliveries of a webhook, and shows whether older ones exist', async () => {
    deliveryCount = 1_000;
    expect((await ask()).body.webhooks[0]).toMatchObject({ deliveries: { length: 1_000 }, deliveries_complete: true });
    deliveryCount = 100_000;
    const [hook] = (await ask()).body.webhooks;
    expect([hook.deliveries.length, hook.deliveries_complete]).toEqual([1_000, false]);
    expect(hook.deliveries.at(-1).id).toBe('delivery 999');
  });

  it.each(['billing', 'usage', 'referrals', 'notifications'] as const)(
    'is 503 and never incomplete while %s is unavailable (ACC-58)',
    async (part) => {
      world.services[part].away = true;
      const answer = await ask();
      expect([answer.status, answer.body.code]).toEqual([503, 'service_unavailable']);
      expect(answer.text).not.toContain('ann@customer.example');
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    },
  );

  it('runs one at a time per account, and one more waits; a third one is refused (LIMIT-12)', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask()));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, ...Array.from({ length: 8 }, () => 429)]);
    const refused = answers.find(({ status }) => status === 429)!;
    expect(refused.body).toMatchObject({ success: false, code: 'export_running', limit: 2, remaining: 0 });
    expect(refused.headers.get('retry-after')).toBe('5');
    expect((await ask()).status).toBe(200);
  });

  it('takes turns between accounts: when twenty accounts ask three times each together, each gets one', async () => {
    const greedy = await Promise.all(Array.from({ length: 20 }, (_, nr) => world.token(`greedy ${nr}`)));
    const flood = greedy.map((token) => Promise.all([0, 1, 2].map(() => ask({ token }))));
    await expect(ask()).resolves.toMatchObject({ status: 200 });
    for (const answers of await Promise.all(flood)) {
      const statuses = answers.map(({ status }) => status);
      expect(statuses).toContain(200);
      expect([200, 429]).toEqual(expect.arrayContaining(statuses));
    }
  });

  it('that auth refuses is 429, and no other service is asked', async () => {
    exportRefusal = new DomainError('exhausted', 'too_many_exports', 'Too many.', { limit: 6, retryAfterSeconds: 60 });
    const answer = await ask();
    expect([answer.status, answer.body.code, answer.headers.get('retry-after')]).toEqual([
      429,
      'too_many_exports',
      '60',
    ]);
    expect(world.lastAsked('getDetails')).toBeUndefined();
    // Auth is not called again before that time is over.
    world.asked.length = 0;
    expect((await ask()).body).toMatchObject({ code: 'too_many_exports', limit: 6 });
    expect(world.lastAsked('exportAccount')).toBeUndefined();
  });

  it('makes one call after the other, so that it never takes more than one place of the services from other accounts', async () => {
    const inOrder = [
      'exportAccount',
      'getSubscription',
      'getPreferences',
      'listEndpoints',
      'listWebhookDeliveries',
      'getSummary',
      'getDetails',
      'listSummaries',
      'listBatches',
      'listRequests',
      'listPayments',
      'listWalletEntries',
      'getCode',
      'listCommissions',
    ];
    await ask({ token: await world.token('gentle') });
    const asked = world.asked.map(({ method }) => method).filter((method) => inOrder.includes(method));
    const methods = asked.slice(asked.indexOf('exportAccount'));
    expect(methods.filter((method, place) => method !== methods[place - 1])).toEqual(inOrder);
  });
});
