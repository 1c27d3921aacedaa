import { WebhookDelivery, WebhookEndpoint } from '@precis/proto/notifications/v1/notifications';
import { Job, JobState } from '@precis/proto/summarisation/v1/summarisation';
import { Batch, RequestRecord, StoredSummary } from '@precis/proto/usage/v1/usage';
import { DomainError } from '@precis/runtime/domain-error';
import { readFileSync } from 'node:fs';
import { ID, paymentOf, USER } from '../testing/account-answers.js';
import { GatewayWorld } from '../testing/gateway-world.js';
import { storedResult } from '../testing/stored-result.js';
import { answerEach } from '../testing/usage-answers.js';

/** Who may call which route (API-3 to API-6). A route of the document that is missing here fails the test. */
const TABLE: Record<string, keyof typeof EXPECTED> = {
  'GET /api/info': 'anybody',
  'GET /api/status': 'anybody',
  'GET /api/errors': 'anybody',
  'GET /api/subscription/plans': 'anybody',
  'POST /api/auth/register': 'anybody',
  'POST /api/auth/login': 'anybody',
  'GET /api/auth/mailed-link': 'anybody',
  'POST /api/auth/verify-email': 'anybody',
  'POST /api/auth/undo-email-change': 'anybody',
  'POST /api/auth/resend-verification': 'anybody',
  'POST /api/auth/forgot-password': 'anybody',
  'POST /api/auth/reset-password': 'anybody',
  'GET /api/auth/google': 'anybody',
  'GET /api/auth/google/callback': 'anybody',
  'POST /api/auth/google/link': 'anybody',
  'POST /api/auth/google/keep': 'anybody',
  'POST /api/notifications/unsubscribe': 'anybody',
  'GET /api/auth/me': 'a session',
  'POST /api/auth/logout': 'a session',
  'PUT /api/auth/update-password': 'a session',
  'GET /api/auth/sessions': 'a session',
  'DELETE /api/auth/sessions': 'a session',
  'DELETE /api/auth/sessions/{id}': 'a session',
  'POST /api/api-key/generate': 'a session',
  'POST /api/api-key/rotate': 'a session',
  'PUT /api/api-key/revoke': 'a session',
  'PUT /api/user/profile': 'a session',
  'GET /api/user/activity': 'a session',
  'GET /api/user/google-identities': 'a session',
  'DELETE /api/user/google-identities/{id}': 'a session',
  'GET /api/user/export': 'a session',
  'DELETE /api/user/account': 'a session',
  'GET /api/user/notifications': 'a session',
  'PUT /api/user/notifications': 'a session',
  'GET /api/subscription/my-plan': 'a session',
  'POST /api/subscription/cancel': 'a session',
  'POST /api/payment/quote': 'a session',
  'POST /api/payment/create-session': 'a session',
  'GET /api/payment/history': 'a session',
  'GET /api/payment/session/{id}': 'a session',
  'GET /api/payment/receipt/{id}': 'a session',
  'GET /api/wallet/statement': 'a session',
  'GET /api/referral/link': 'a session',
  'GET /api/referral/stats': 'a session',
  'GET /api/referral/history': 'a session',
  'GET /api/usage/details': 'a session',
  'GET /api/usage/clients': 'a session',
  'GET /api/usage/details.csv': 'a session',
  'GET /api/payment/history.csv': 'a session',
  'GET /api/usage/statement': 'either',
  'POST /api/youtube/playground/summarize': 'a session',
  'POST /api/youtube/summarize': 'a key',
  'POST /api/youtube/transcript': 'a key',
  'POST /api/youtube/estimate': 'a key',
  'POST /api/youtube/batches': 'a key',
  'GET /api/youtube/batches/{id}': 'a key',
  'DELETE /api/youtube/batches/{id}': 'a key',
  'POST /api/youtube/info': 'either',
  'GET /api/youtube/summaries': 'either',
  'GET /api/youtube/summaries/{id}': 'either',
  'GET /api/youtube/summaries/{id}/verify': 'either',
  'DELETE /api/youtube/summaries/{id}': 'either',
  'GET /api/youtube/jobs/{id}': 'either',
  'DELETE /api/youtube/jobs/{id}': 'either',
  'GET /api/usage/summary': 'either',
  'GET /api/requests/{id}': 'either',
  'GET /api/webhooks': 'either',
  'POST /api/webhooks': 'either',
  'GET /api/webhooks/{id}': 'either',
  'PUT /api/webhooks/{id}': 'either',
  'DELETE /api/webhooks/{id}': 'either',
  'POST /api/webhooks/{id}/rotate': 'either',
  'POST /api/webhooks/{id}/test': 'either',
  'GET /api/webhooks/{id}/deliveries': 'either',
  'POST /api/webhooks/{id}/deliveries/{deliveryId}/replay': 'either',
};

/** An unverified account has no credential, so it is like an anonymous caller. */
const CALLERS = {
  nobody: async () => ({}),
  'user A': async () => ({ token: await world.token('ann') }),
  'user B': async () => ({ token: await world.token('ben') }),
  'an ended session': async () => ({ token: await world.token('over') }),
  'a suspended user': async () => ({ token: await world.token('suspended') }),
  'a key of A': async () => ({ key: 'prc_ann' }),
  'a key of B as bearer': async () => ({ token: 'prc_ben' }),
  'a revoked key': async () => ({ key: 'prc_revoked' }),
  'a key of a suspended user': async () => ({ key: 'prc_suspended' }),
  'user A beside a broken key': async () => ({ token: await world.token('ann'), key: 'prc_revoked' }),
  'a key of A beside an ended session': async () => ({ token: await world.token('over'), key: 'prc_ann' }),
  'a key of A beside a broken key': async () => ({ token: 'prc_revoked', key: 'prc_ann' }),
  'a broken key beside an ended session': async () => ({ token: await world.token('over'), key: 'prc_revoked' }),
  'a key of A beside a suspended user': async () => ({ token: await world.token('suspended'), key: 'prc_ann' }),
};
type Outcomes = Record<keyof typeof CALLERS, 'admitted' | 401 | 403>;

const CREDENTIALS = {
  nobody: 401,
  'an ended session': 401,
  'a suspended user': 403,
  'a revoked key': 401,
  'a key of a suspended user': 403,
  'a broken key beside an ended session': 401,
} as const;
const USERS = { 'user A': 'admitted', 'user B': 'admitted', 'user A beside a broken key': 'admitted' } as const;
const KEYS = {
  'a key of A': 'admitted',
  'a key of B as bearer': 'admitted',
  'a key of A beside an ended session': 'admitted',
  'a key of A beside a broken key': 'admitted',
  'a key of A beside a suspended user': 'admitted',
} as const;
const EXPECTED: Record<'anybody' | 'a session' | 'a key' | 'either', Outcomes> = {
  anybody: Object.fromEntries(Object.keys(CALLERS).map((caller) => [caller, 'admitted'])) as Outcomes,
  'a session': {
    ...CREDENTIALS,
    ...USERS,
    'a key of A': 403,
    'a key of B as bearer': 403,
    // Neither is a live session: the refusal is the one of the bearer token.
    'a key of A beside an ended session': 401,
    'a key of A beside a broken key': 401,
    'a key of A beside a suspended user': 403,
  },
  // A session is not a key, even a suspended one.
  'a key': {
    ...CREDENTIALS,
    ...KEYS,
    'user A': 401,
    'user B': 401,
    'a suspended user': 401,
    'user A beside a broken key': 401,
  },
  either: { ...CREDENTIALS, ...USERS, ...KEYS },
};

const { paths } = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, object>>;
};
const ROUTES = Object.entries(paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
);

let world: GatewayWorld;
beforeAll(async () => {
  world = await GatewayWorld.start({
    auth: {
      authenticateKey: ({ apiKey }: { apiKey: string }) => {
        const account = apiKey.slice('prc_'.length);
        if (account === 'suspended')
          throw new DomainError('forbidden', 'account_suspended', 'This account is suspended.');
        if (account === 'revoked') throw new DomainError('unauthenticated', 'api_key_invalid', 'Invalid API key');
        return { accountId: account, keyId: apiKey, validUntilMs: 0 };
      },
      beginGoogle: () => ({ url: 'https://accounts.google.com/', transaction: 'secret' }),
      finishGoogle: () => {
        throw new DomainError('invalid', 'google_state_invalid', 'Please start again.');
      },
      keepByGoogle: () => {
        throw new DomainError('invalid', 'link_ticket_invalid', 'Please start again.');
      },
      getUser: () => ({ user: USER }),
      exportAccount: () => ({ json: '{}' }),
    },
    billing: { getPayment: () => ({ payment: paymentOf({ id: ID }) }) },
    usage: {
      findSummary: () => ({ summary: StoredSummary.decode(new Uint8Array()) }),
      findRequest: () => ({ record: RequestRecord.decode(new Uint8Array()) }),
      getBatch: () => ({ batch: Batch.decode(new Uint8Array()) }),
      cancelBatch: () => ({ batch: Batch.decode(new Uint8Array()) }),
      apply: answerEach(),
    },
    notifications: {
      getEndpoint: () => ({ endpoint: WebhookEndpoint.decode(new Uint8Array()) }),
      rotateEndpointSecret: () => ({ endpoint: WebhookEndpoint.decode(new Uint8Array()) }),
      testEndpoint: () => ({ delivery: WebhookDelivery.decode(new Uint8Array()) }),
      replayWebhookDelivery: () => ({ delivery: WebhookDelivery.decode(new Uint8Array()) }),
    },
    summarisation: {
      getResult: () => ({ result: storedResult() }),
      getJob: () => ({ job: { ...Job.decode(new Uint8Array()), state: JobState.JOB_STATE_QUEUED } }),
    },
  });
}, 30_000);
beforeEach(() => void (world.asked.length = 0));
afterAll(() => world.close());

/** Sends no fields: an admitted request goes on to 200, or to the 400 of its input. */
const ask = (route: string, credential: object) => {
  const [method, path] = route.split(' ');
  return world.call(method, path.replaceAll(/{\w+}/g, ID), {
    ...(method === 'GET' ? {} : { body: {} }),
    ...credential,
  });
};

describe('the matrix of authorisation', () => {
  it('has every route of the document, and no other', () => {
    expect(Object.keys(TABLE).sort()).toEqual([...ROUTES].sort());
  });

  it.each(ROUTES)('%s is open to exactly the callers of the table', async (route) => {
    const found: Record<string, unknown> = {};
    for (const [caller, credential] of Object.entries(CALLERS)) {
      const { status } = await ask(route, await credential());
      found[caller] = [200, 302, 400, 404].includes(status) ? 'admitted' : status;
    }
    expect(found).toEqual(EXPECTED[TABLE[route]]);
  });

  it('a request with two valid credentials counts for the key on the public API and for the bearer token elsewhere (KEY-10)', async () => {
    const both = { token: await world.token('ann'), key: 'prc_ben' };
    const askedFor = async (route: string) => {
      world.asked.length = 0;
      await ask(route, both);
      return new Set(world.asked.flatMap(({ request }) => (request.accountId as string | undefined) ?? []));
    };
    expect(await askedFor('GET /api/webhooks')).toEqual(new Set(['ben']));
    expect(await askedFor('GET /api/user/activity')).toEqual(new Set(['ann']));
  });

  it.each(ROUTES)(
    '%s asks services about the account of its credential alone, whatever the caller sends',
    async (route) => {
      const [method, path] = route.split(' ');
      const credential =
        TABLE[route] === 'a key' ? { headers: { 'x-api-key': 'prc_ben' } } : { token: await world.token('ben') };
      const claimed = { accountId: 'ann', account_id: 'ann', userId: 'ann', sessionId: 'session of ann' };
      await world.call(method, `${path.replaceAll(/{\w+}/g, ID)}?account_id=ann&accountId=ann`, {
        ...(method === 'GET' ? {} : { body: { ...claimed, password: 'secret', grace_hours: 1 } }),
        ...credential,
      });
      const accounts = world.asked.flatMap(({ request }) => (request.accountId as string | undefined) ?? []);
      expect(accounts.filter((account) => account !== 'ben')).toEqual([]);
      expect(JSON.stringify(world.asked)).not.toContain('session of ann');
    },
  );
});
