import { rawExchange } from '../bad-input/raw-request.js';
import { freshEmail, mailedLink, registerUnverified } from '../deployment/accounts.js';
import type { Deployment } from '../deployment/deployment.js';
import { expectPrivateError } from '../deployment/error-answers.js';

/** Routes without a credential: GET /api/info, the OpenAPI document, probes and pages (API-6, API-16, API-23, API-25, WEB-11). */
export function openDoorsContract(using: () => Deployment): void {
  const get = (path: string) => using().call('GET', path);

  describe('GET /api/info', () => {
    it('200: base_url, the monthly limits of the plans, demo videos', async () => {
      const answer = await get('/api/info');
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        success: true,
        base_url: expect.stringMatching(/^https?:\/\/[^/]+(\/.*[^/])?$/),
        rate_limits: [
          { plan: 'free', videos_per_month: 3 },
          { plan: 'basic', videos_per_month: 100 },
          { plan: 'medium', videos_per_month: 500 },
          { plan: 'enterprise', videos_per_month: 3_000 },
        ],
        demo_videos: expect.any(Array),
        sign_in: expect.arrayContaining(['password']),
        payment_methods: expect.arrayContaining(['wallet']),
        engines: ['extractive'],
        sandbox: expect.any(Array),
        contact: null,
        social: {},
        videos: { hero: null, promo: null },
      });
    });

    it('an unneeded or wrong credential changes nothing', async () => {
      expect((await using().call('GET', '/api/info', { token: 'nonsense', key: 'prc_wrong' })).status).toBe(200);
    });
  });

  describe('GET /api/openapi.json', () => {
    const ROUTES = [
      'get /api/auth/me',
      'post /api/auth/register',
      'post /api/auth/login',
      'post /api/auth/logout',
      'post /api/auth/verify-email',
      'get /api/auth/mailed-link',
      'post /api/auth/undo-email-change',
      'post /api/auth/google/link',
      'post /api/auth/google/keep',
      'post /api/auth/resend-verification',
      'post /api/auth/forgot-password',
      'post /api/auth/reset-password',
      'put /api/auth/update-password',
      'get /api/auth/sessions',
      'delete /api/auth/sessions',
      'delete /api/auth/sessions/{id}',
      'put /api/user/profile',
      'get /api/user/activity',
      'get /api/user/google-identities',
      'delete /api/user/google-identities/{id}',
      'get /api/user/export',
      'delete /api/user/account',
      'get /api/user/notifications',
      'put /api/user/notifications',
      'post /api/notifications/unsubscribe',
      'post /api/api-key/generate',
      'post /api/api-key/rotate',
      'put /api/api-key/revoke',
      'get /api/subscription/plans',
      'get /api/subscription/my-plan',
      'post /api/subscription/cancel',
      'post /api/payment/quote',
      'post /api/payment/create-session',
      'get /api/payment/history',
      'get /api/payment/history.csv',
      'get /api/payment/session/{id}',
      'get /api/payment/receipt/{id}',
      'get /api/wallet/statement',
      'get /api/referral/link',
      'get /api/referral/stats',
      'get /api/referral/history',
      'get /api/usage/summary',
      'get /api/usage/details',
      'get /api/usage/clients',
      'get /api/usage/details.csv',
      'get /api/usage/statement',
      'post /api/youtube/playground/summarize',
      'post /api/youtube/summarize',
      'post /api/youtube/info',
      'get /api/youtube/summaries',
      'get /api/youtube/summaries/{id}',
      'get /api/youtube/summaries/{id}/verify',
      'delete /api/youtube/summaries/{id}',
      'get /api/youtube/jobs/{id}',
      'delete /api/youtube/jobs/{id}',
      'get /api/info',
    ];

    it('200: an OpenAPI 3 document that states each route, its answers and its error bodies', async () => {
      const answer = await get('/api/openapi.json');
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
      expect(answer.body.openapi).toMatch(/^3\./);
      const found = Object.entries(answer.body.paths as Record<string, object>).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method} ${path}`),
      );
      expect(found).toEqual(expect.arrayContaining(ROUTES));
      for (const route of ROUTES) {
        const [method, path] = route.split(' ');
        expect(Object.keys(answer.body.paths[path][method].responses)).toEqual(
          expect.arrayContaining(['200', '429', '500']),
        );
      }
    });

    it('names the statuses of summarise', async () => {
      const { responses } = (await get('/api/openapi.json')).body.paths['/api/youtube/summarize'].post;
      expect(Object.keys(responses)).toEqual(
        expect.arrayContaining(['200', '400', '401', '403', '404', '409', '413', '422', '429', '500', '503']),
      );
    });
  });

  describe('probes and pages', () => {
    it.each(['/healthz', '/readyz'])('GET %s 200', async (path) => {
      const { status, body } = await get(path);
      expect({ status, body }).toEqual({ status: 200, body: { status: 'ok' } });
    });

    it.each([
      '/',
      '/login',
      '/auth/callback?token=nonsense',
      '/verify-email',
      '/verify-email?token=nonsense',
      '/forgot-password',
      '/reset-password?token=nonsense',
      '/unsubscribe?token=nonsense',
      '/undo-email-change?token=nonsense',
      '/payment/success',
      '/payment/cancel?session_id=nonsense',
    ])('GET %s 200: a page without inline script', async (path) => {
      const { status, headers, text } = await get(path);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toMatch(/^text\/html; charset=utf-8/i);
      expect(text).toMatch(/<!doctype html>/i);
      expect(text).not.toMatch(/<script(?![^>]*\bsrc=)/i);
      expect(text).not.toContain('nonsense');
      for (const [, file] of text.matchAll(/(?:src|href)="(\/[^"]+\.\w+)"/g))
        expect({ file, status: (await get(file)).status }).toEqual({ file, status: 200 });
    });

    it('the link of the mail leads to the page on base_url, with the token in its query, and opening it spends nothing', async () => {
      const { email } = await registerUnverified(using());
      const link = await mailedLink(using(), email);
      const { base_url: baseUrl } = (await get('/api/info')).body as { base_url: string };
      expect(link.startsWith(`${baseUrl}/verify-email?token=`)).toBe(true);
      const path = link.slice(baseUrl.length);
      expect((await get(path)).status).toBe(200);
      const token = new URL(link).searchParams.get('token');
      expect((await using().call('POST', '/api/auth/verify-email', { body: { token } })).status).toBe(200);
    });

    it.each([
      ['GET', '/nowhere'],
      ['GET', '/api/nowhere'],
      ['PATCH', '/api'],
      ['OPTIONS', '/nowhere'],
      ['GET', '/%00'],
      ['GET', '/api/auth/me/'],
    ])('404 in the specified body: %s %s', async (method, path) => {
      expectPrivateError(await using().call(method, path), 404, 'not_found');
    });
  });

  describe('the sandbox mailbox', () => {
    it('answers the mails of an address as JSON, newest first, and none of another', async () => {
      const account = await registerUnverified(using());
      await mailedLink(using(), account.email);
      const [mail, ...more] = await using().mailbox(account.email);
      expect(more).toEqual([]);
      expect(mail).toMatchObject({
        to: account.email,
        subject: expect.stringMatching(/\S/),
        text: expect.stringContaining(account.name),
      });
      expect(JSON.stringify(mail)).not.toContain(account.password);
      expect(await using().mailbox(freshEmail())).toEqual([]);
    });

    it('has a page for people that shows the mail', async () => {
      const { email } = await registerUnverified(using());
      await mailedLink(using(), email);
      const { status, headers, text } = await get(`/sandbox/mailbox?to=${encodeURIComponent(email)}`);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toMatch(/^text\/html/);
      expect(text).toContain('/verify-email?token=');
    });

    it('shows nothing to a web site whose own name was made to lead here, nor to who names no host', async () => {
      const { email } = await registerUnverified(using());
      await mailedLink(using(), email);
      const { port } = new URL(using().url);
      const asked = (path: string, lines: string) =>
        rawExchange(using().url, `GET ${path}?to=${encodeURIComponent(email)} HTTP/${lines}Connection: close\r\n\r\n`);
      for (const path of ['/sandbox/mailbox', '/sandbox/mailbox.json']) {
        for (const lines of [
          `1.1\r\nHost: evil.example:${port}\r\n`,
          `1.1\r\nHost: localhost.evil.example:${port}\r\n`,
          `1.1\r\nHost: 127.0.0.1:1\r\n`,
          '1.0\r\n',
        ]) {
          const answer = await asked(path, lines);
          expect(answer).toMatch(/^HTTP\/1\.1 421 /);
          expect(answer).toContain('PUBLIC_URL');
          expect(answer).not.toContain('verify-email');
        }
        for (const host of ['localhost', 'LOCALHOST', 'localhost.', '127.0.0.1', '[::1]']) {
          expect(await asked(path, `1.1\r\nHost: ${host}:${port}\r\n`)).toContain('verify-email');
        }
      }
    });
  });
}
