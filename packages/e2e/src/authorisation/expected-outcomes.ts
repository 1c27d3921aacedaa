import { eventually } from '@precis/testing/eventually';
import { freshEmail } from '../deployment/accounts.js';
import type { CallOptions } from '../deployment/call.js';
import type { Deployment } from '../deployment/deployment.js';
import { boughtBy, sessionOf } from '../deployment/checkout.js';
import { browserAtGoogle, changeLinkFor, linkFor, type Person } from './people.js';

/**
 * Who calls, in the order of the calls: what may change the account of A comes last. A is whose things a request is about: ids in the
 * path, tokens and passwords in the body. An ended session and a revoked key were A's. Somebody unverified has no session, since login is
 * 403, and so sends address and password themselves.
 */
export const STRANGERS = [
  'nobody',
  'unverified',
  'suspended session',
  'suspended key',
  "closed account's key",
  'B key',
  'B session',
] as const;
export const OWN = ['ended session', 'revoked key', 'A key', 'A session'] as const;
export type Caller = (typeof STRANGERS)[number] | (typeof OWN)[number];
const CALLERS: Caller[] = [...STRANGERS, ...OWN];
export type Outcomes = Record<Caller, string>;

export interface Stage {
  a: Person;
  b: Person;
  unverified: { name: string; email: string; password: string; link: string };
  suspended: Person & { resetLink: string };
  closedKey: string;
}

/** `id`: of the thing of A that the path names. */
export type Sent = CallOptions & { query?: string; id?: string };

export interface Row {
  expected: Outcomes;
  /** What besides the credential is sent about A's things, or about the caller's own where it says so. Made once per caller. */
  send?: (stage: Stage, caller: Caller) => CallOptions;
  /** Of what A has; sent by all callers. */
  prepare?: (precis: Deployment, stage: Stage) => Promise<(caller: Caller) => Sent>;
}

const all = (outcome: string): Outcomes => Object.fromEntries(CALLERS.map((caller) => [caller, outcome])) as Outcomes;
const REFUSED = {
  nobody: '401 session_missing',
  unverified: '401 session_missing',
  'suspended session': '403 account_suspended',
  'suspended key': '403 account_suspended',
  "closed account's key": '403 account_closed',
  'ended session': '401 session_invalid',
  'revoked key': '401 api_key_invalid',
};
/** A route of people: an API key is refused. */
const session = (own: string, ofB = own): Outcomes => ({
  ...REFUSED,
  'B key': '403 session_required',
  'A key': '403 session_required',
  'B session': ofB,
  'A session': own,
});
/** A route of programs: a session is no key, whosever it is. */
const KEY: Outcomes = {
  ...REFUSED,
  nobody: '401 api_key_missing',
  unverified: '401 api_key_missing',
  'suspended session': '401 api_key_invalid',
  'ended session': '401 api_key_invalid',
  'B session': '401 api_key_invalid',
  'A session': '401 api_key_invalid',
  'B key': '200',
  'A key': '200',
};
const EITHER: Outcomes = { ...REFUSED, 'B key': '200', 'B session': '200', 'A key': '200', 'A session': '200' };

/** Of a route of the public API, who comes without a credential lacks a key. */
const KEYLESS = { nobody: '401 api_key_missing', unverified: '401 api_key_missing' };
const NOT_FOUND_BY_B = { 'B key': '404 summary_not_found', 'B session': '404 summary_not_found' };

const TERM = { plan: 'basic', duration: 'monthly', paymentMethod: 'stripe' };
const VIDEO = { url: 'https://youtu.be/precisDemo1' };
const own = ({ b, a, unverified, suspended }: Stage, caller: Caller) =>
  caller === 'unverified' ? unverified : caller.startsWith('suspended') ? suspended : caller.startsWith('B') ? b : a;

/** The id of a summary that the person has just had made. */
async function summaryOf(precis: Deployment, { key }: Person): Promise<string> {
  await precis.call('POST', '/api/youtube/summarize', { key, body: VIDEO });
  const { summaries } = (await precis.call('GET', '/api/youtube/summaries', { key })).body;
  return summaries[0].id as string;
}

/** Every route, and what becomes of each caller's request. */
export const TABLE: Record<string, Row> = {
  'GET /api/info': { expected: all('200') },
  'GET /api/status': { expected: all('200') },
  'GET /api/subscription/plans': { expected: all('200') },
  'POST /api/auth/register': {
    // B registers the address of A.
    expected: { ...all('200'), 'B session': '409 email_taken' },
    send: ({ a }, caller) => ({
      body: { name: 'Newcomer Canary', email: caller === 'B session' ? a.email : freshEmail(), password: 'pw-canary' },
    }),
  },
  'POST /api/auth/login': {
    // With the caller's own address and password; but nobody has none, and B knows the address of A alone.
    expected: {
      ...all('200'),
      nobody: '401 invalid_credentials',
      unverified: '403 email_not_verified',
      'suspended session': '403 account_suspended',
      'suspended key': '403 account_suspended',
      "closed account's key": '401 invalid_credentials',
      'B key': '401 invalid_credentials',
      'B session': '401 invalid_credentials',
    },
    send: (stage, caller) => {
      if (caller === 'nobody' || caller === "closed account's key")
        return { body: { email: freshEmail(), password: 'pw-canary guess' } };
      if (caller.startsWith('B')) return { body: { email: stage.a.email, password: stage.b.password } };
      const { email, password } = own(stage, caller);
      return { body: { email, password } };
    },
  },
  'POST /api/auth/verify-email': {
    // The link of a change of address works with a session of its account alone; a first link, which is sent by the unverified, needs none.
    expected: { ...all('403 session_required_for_link'), unverified: '200', 'A session': '200' },
    prepare: async (precis, { a, unverified }) => {
      const link = await changeLinkFor(precis, a);
      return (caller) => ({ body: { token: caller === 'unverified' ? unverified.link : link } });
    },
  },
  'POST /api/auth/resend-verification': {
    expected: all('200'),
    send: (stage, caller) => ({ body: { email: own(stage, caller).email } }),
  },
  'POST /api/auth/forgot-password': {
    expected: all('200'),
    send: (stage, caller) => ({ body: { email: own(stage, caller).email } }),
  },
  'POST /api/auth/reset-password': {
    // The link is the credential: three send their own, the others guess.
    expected: {
      ...all('400 reset_token_invalid'),
      unverified: '200',
      'suspended session': '403 account_suspended',
      'B session': '200',
      'A session': '200',
    },
    prepare: async (precis, { a, b, unverified, suspended }) => {
      const links: Partial<Record<Caller, string>> = {
        unverified: await linkFor(precis, unverified.email, '/reset-password'),
        'suspended session': suspended.resetLink,
        'B session': await linkFor(precis, b.email, '/reset-password'),
        'A session': await linkFor(precis, a.email, '/reset-password'),
      };
      return (caller) => ({ body: { token: links[caller] ?? 'A'.repeat(43), password: 'pw-canary-new' } });
    },
  },
  'POST /api/notifications/unsubscribe': {
    // The link is the credential here too.
    expected: { ...all('400 bad_unsubscribe_token'), 'B session': '200', 'A session': '200' },
    prepare: async (precis, { a, b }) => {
      const links: Partial<Record<Caller, string>> = {
        'B session': await linkFor(precis, b.email, '/unsubscribe'),
        'A session': await linkFor(precis, a.email, '/unsubscribe'),
      };
      return (caller) => ({ body: { token: links[caller] ?? 'A'.repeat(43) } });
    },
  },
  'GET /api/auth/google': { expected: all('302 to the provider') },
  'GET /api/auth/google/callback': {
    // What Google answered to the browser of A, brought by each caller's own browser.
    expected: { ...all('302 google_state_invalid'), 'A session': '302 token' },
    prepare: async (precis, { a, b }) => {
      const ofA = await browserAtGoogle(precis, a.email);
      const cookies: Partial<Record<Caller, string>> = {
        'B session': (await browserAtGoogle(precis, b.email)).cookie,
        'A session': ofA.cookie,
      };
      return (caller) => ({ query: ofA.query, headers: { cookie: cookies[caller] ?? '' } });
    },
  },
  'GET /api/auth/me': { expected: session('200') },
  'POST /api/auth/logout': { expected: session('200') },
  'PUT /api/auth/update-password': {
    expected: session('200', '400 current_password_wrong'),
    send: ({ a }) => ({ body: { currentPassword: a.password, newPassword: 'pw-canary-new' } }),
  },
  'GET /api/auth/sessions': { expected: session('200') },
  'DELETE /api/auth/sessions': { expected: session('200') },
  'DELETE /api/auth/sessions/{id}': { expected: session('200', '404 session_not_found') },
  'POST /api/api-key/generate': { expected: session('409 api_key_exists') },
  'POST /api/api-key/rotate': { expected: session('200') },
  'PUT /api/api-key/revoke': { expected: session('200') },
  'PUT /api/user/profile': {
    expected: session('200', '409 email_taken'),
    send: ({ a }) => ({ body: { name: 'Renamed', email: a.email } }),
  },
  'GET /api/user/activity': {
    expected: session('200'),
    prepare:
      async (_, { a }) =>
      () => ({ query: `?before=${a.activityId}` }),
  },
  'GET /api/user/export': { expected: session('200') },
  'DELETE /api/user/account': {
    expected: session('200', '400 current_password_wrong'),
    send: ({ a }) => ({ body: { password: a.password } }),
  },
  'GET /api/user/notifications': { expected: session('200') },
  'PUT /api/user/notifications': {
    expected: session('200'),
    send: () => ({ body: { tips: false, usage_alerts: false, plan_reminders: false, referral_news: false } }),
  },
  'GET /api/subscription/my-plan': { expected: session('200') },
  'POST /api/subscription/cancel': {
    expected: session('200', '400 nothing_to_cancel'),
    prepare: async (precis, { a }) => {
      await boughtBy(precis, a, TERM);
      return () => ({});
    },
  },
  'POST /api/payment/quote': { expected: session('200'), send: () => ({ body: TERM }) },
  'POST /api/payment/create-session': { expected: session('200'), send: () => ({ body: TERM }) },
  'GET /api/payment/history': { expected: session('200') },
  'GET /api/payment/session/{id}': {
    expected: session('200', '404 payment_not_found'),
    prepare: async (precis, { a }) => {
      const { id } = await sessionOf(precis, a, TERM);
      return () => ({ id });
    },
  },
  'GET /api/payment/receipt/{id}': {
    expected: session('200', '404 receipt_not_found'),
    prepare: async (precis, { a }) => {
      const { id } = await boughtBy(precis, a, TERM);
      return () => ({ id });
    },
  },
  'GET /api/wallet/statement': { expected: session('200') },
  'GET /api/referral/link': { expected: session('200') },
  'GET /api/referral/stats': { expected: session('200') },
  'GET /api/referral/history': { expected: session('200') },
  'GET /api/usage/details': { expected: session('200') },
  'GET /api/usage/clients': { expected: session('200') },
  'POST /api/youtube/playground/summarize': { expected: session('200'), send: () => ({ body: VIDEO }) },
  'POST /api/youtube/summarize': { expected: KEY, send: () => ({ body: VIDEO }) },
  'POST /api/youtube/info': {
    expected: { ...EITHER, ...KEYLESS },
    send: () => ({ body: VIDEO }),
  },
  'GET /api/usage/summary': { expected: EITHER },
  'GET /api/youtube/summaries': { expected: { ...EITHER, ...KEYLESS } },
  'GET /api/youtube/summaries/{id}': {
    expected: { ...EITHER, ...KEYLESS, ...NOT_FOUND_BY_B },
    prepare: async (precis, { a }) => {
      const id = await summaryOf(precis, a);
      return () => ({ id });
    },
  },
  'GET /api/youtube/summaries/{id}/verify': {
    expected: { ...EITHER, ...KEYLESS, ...NOT_FOUND_BY_B },
    prepare: async (precis, { a }) => {
      const id = await summaryOf(precis, a);
      return () => ({ id });
    },
  },
  'GET /api/youtube/jobs/{id}': {
    expected: { ...EITHER, ...KEYLESS, 'B key': '404 job_not_found', 'B session': '404 job_not_found' },
    prepare: async (precis, { a: { key } }) => {
      const headers = { prefer: 'respond-async' };
      const { body } = await precis.call('POST', '/api/youtube/summarize', { key, body: VIDEO, headers });
      const id = body.data.job_id as string;
      const job = () => precis.call('GET', `/api/youtube/jobs/${id}`, { key });
      // Its end changes what A sees of itself.
      await eventually('the job has ended', async () => (await job()).body.data.finished_at !== null, 60_000);
      return () => ({ id });
    },
  },
  'DELETE /api/youtube/summaries/{id}': {
    // A deletes one with the key and another with the session.
    expected: { ...EITHER, ...KEYLESS, ...NOT_FOUND_BY_B },
    prepare: async (precis, { a }) => {
      const [one, other] = [await summaryOf(precis, a), await summaryOf(precis, a)];
      return (caller) => ({ id: caller === 'A session' ? other : one });
    },
  },
};
