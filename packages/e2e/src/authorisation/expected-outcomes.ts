import { freshEmail, mailedLinkTo, mailedToken } from '../deployment/accounts.js';
import { buyTerm, createPaymentSession } from '../deployment/checkout.js';
import { all, type Caller, EITHER, type Row, session, type Stage } from './callers.js';
import { browserAtGoogle, changeLinkFor, type Customer, linkFor } from './people.js';
import { WEBHOOK_ROWS } from './webhook-outcomes.js';
import { YOUTUBE_ROWS } from './youtube-outcomes.js';

const TERM = { plan: 'basic', duration: 'monthly', paymentMethod: 'stripe' };
const own = ({ b, a, unverified, suspended }: Stage, caller: Caller) =>
  caller === 'unverified' ? unverified : caller.startsWith('suspended') ? suspended : caller.startsWith('B') ? b : a;

/** Every route, with the expected answer to each caller. */
export const TABLE: Record<string, Row> = {
  'GET /api/info': { expected: all('200') },
  'GET /api/status': { expected: all('200') },
  'GET /api/errors': { expected: all('200') },
  'GET /api/subscription/plans': { expected: all('200') },
  'POST /api/auth/register': {
    // B registers the address of A.
    expected: { ...all('200'), 'B session': '409 email_taken' },
    send: ({ a }, caller) => ({
      body: { name: 'Newcomer Canary', email: caller === 'B session' ? a.email : freshEmail(), password: 'pw-canary' },
    }),
  },
  'POST /api/auth/login': {
    // With the caller's own address and password; anonymous callers have none, and B knows only the address of A.
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
    // The link of a change of address works only with a session of its account; an unverified caller's first link needs none.
    expected: { ...all('403 session_required_for_link'), unverified: '200', 'A session': '200' },
    fresh: ['a', 'unverified'],
    prepare: async (precis, { a, unverified }) => {
      const [link, first] = [await changeLinkFor(precis, a), await mailedToken(precis, unverified.email)];
      return (caller) => ({ body: { token: caller === 'unverified' ? first : link } });
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
    fresh: ['a', 'b', 'unverified'],
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
    // Google's answer to the browser of A, sent by each caller's own browser.
    expected: { ...all('302 google_state_invalid'), 'A session': '302 google_password_needed' },
    prepare: async (precis, { a, b }) => {
      const ofA = await browserAtGoogle(precis, a.email);
      const cookies: Partial<Record<Caller, string>> = {
        'B session': (await browserAtGoogle(precis, b.email)).cookie,
        'A session': ofA.cookie,
      };
      return (caller) => ({ query: ofA.query, headers: { cookie: cookies[caller] ?? '' } });
    },
  },
  'POST /api/auth/google/link': {
    // With the password of A; but only the browser of A has the sign-in to link.
    expected: { ...all('400 link_ticket_invalid'), 'A session': '200' },
    fresh: ['a'],
    prepare: async (precis, { a, b }) => {
      const cookieOf = async ({ email }: Customer) => {
        const { cookie, query } = await browserAtGoogle(precis, email);
        await precis.call('GET', `/api/auth/google/callback${query}`, { headers: { cookie } });
        return cookie;
      };
      const cookies: Partial<Record<Caller, string>> = { 'A session': await cookieOf(a) };
      await cookieOf(b);
      return (caller) => ({ headers: { cookie: cookies[caller] ?? '' }, body: { password: a.password } });
    },
  },
  'POST /api/auth/google/keep': {
    // With the browser of A: its sign-in waits for the password of A, which a decision to keep the account cannot replace.
    expected: all('400 link_ticket_invalid'),
    prepare: async (precis, { a }) => {
      const { cookie, query } = await browserAtGoogle(precis, a.email);
      await precis.call('GET', `/api/auth/google/callback${query}`, { headers: { cookie } });
      return () => ({ headers: { cookie }, body: { keep_account: true } });
    },
  },
  'GET /api/user/google-identities': { expected: session('200') },
  'DELETE /api/user/google-identities/{id}': {
    expected: session('200', '404 identity_not_found'),
    fresh: ['a'],
    prepare: async (precis, { a }) => {
      const { cookie, query } = await browserAtGoogle(precis, a.email);
      const headers = { cookie };
      await precis.call('GET', `/api/auth/google/callback${query}`, { headers });
      await precis.call('POST', '/api/auth/google/link', { headers, body: { password: a.password } });
      const { identities } = (await precis.call('GET', '/api/user/google-identities', { token: a.token })).body;
      return () => ({ id: identities[0].id as string });
    },
  },
  'GET /api/auth/mailed-link': {
    // The link is the credential: its holder reads the mailbox.
    expected: { ...all('400 verification_token_invalid'), 'A session': '200' },
    prepare: async (precis, { a }) => {
      const link = await changeLinkFor(precis, a);
      return (caller) => ({ query: `?token=${caller === 'A session' ? link : 'A'.repeat(43)}` });
    },
  },
  'POST /api/auth/undo-email-change': {
    expected: { ...all('400 undo_link_invalid'), 'A session': '200' },
    fresh: ['a'],
    prepare: async (precis, { a }) => {
      await changeLinkFor(precis, a);
      const undo = new URL(await mailedLinkTo(precis, a.email, '/undo-email-change')).searchParams.get('token')!;
      return (caller) => ({ body: { token: caller === 'A session' ? undo : 'A'.repeat(43) } });
    },
  },
  'GET /api/auth/me': { expected: session('200') },
  'POST /api/auth/logout': { expected: session('200'), fresh: ['a', 'b'] },
  'PUT /api/auth/update-password': {
    expected: session('200', '400 current_password_wrong'),
    fresh: ['a'],
    send: ({ a }) => ({ body: { currentPassword: a.password, newPassword: 'pw-canary-new' } }),
  },
  'GET /api/auth/sessions': { expected: session('200') },
  // Ends only sessions other than the caller's own.
  'DELETE /api/auth/sessions': { expected: session('200') },
  'DELETE /api/auth/sessions/{id}': { expected: session('200', '404 session_not_found'), fresh: ['a'] },
  'POST /api/api-key/generate': { expected: session('409 api_key_exists') },
  'POST /api/api-key/rotate': { expected: session('200'), fresh: ['a', 'b'] },
  'PUT /api/api-key/revoke': { expected: session('200'), fresh: ['a', 'b'] },
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
    fresh: ['a'],
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
    fresh: ['a'],
    prepare: async (precis, { a }) => {
      await buyTerm(precis, a, TERM);
      return () => ({});
    },
  },
  'POST /api/payment/quote': { expected: session('200'), send: () => ({ body: TERM }) },
  'POST /api/payment/create-session': { expected: session('200'), send: () => ({ body: TERM }) },
  'GET /api/payment/history': { expected: session('200') },
  'GET /api/payment/session/{id}': {
    expected: session('200', '404 payment_not_found'),
    prepare: async (precis, { a }) => {
      const { id } = await createPaymentSession(precis, a, TERM);
      return () => ({ id });
    },
  },
  'GET /api/payment/receipt/{id}': {
    expected: session('200', '404 receipt_not_found'),
    fresh: ['a'],
    prepare: async (precis, { a }) => {
      const { id } = await buyTerm(precis, a, TERM);
      return () => ({ id });
    },
  },
  'GET /api/wallet/statement': { expected: session('200') },
  'GET /api/referral/link': { expected: session('200') },
  'GET /api/referral/stats': { expected: session('200') },
  'GET /api/referral/history': { expected: session('200') },
  'GET /api/usage/details': { expected: session('200') },
  'GET /api/usage/clients': { expected: session('200') },
  'GET /api/usage/details.csv': { expected: session('200') },
  'GET /api/payment/history.csv': { expected: session('200') },
  'GET /api/usage/statement': { expected: EITHER },
  ...YOUTUBE_ROWS,
  ...WEBHOOK_ROWS,
};
