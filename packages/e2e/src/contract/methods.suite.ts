import type { Deployment } from '../deployment/deployment.js';
import { expectPaymentError, expectPrivateError, expectPublicError } from '../deployment/error-answers.js';
import { rawRequest } from '../bad-input/raw-request.js';

const PUBLIC_API = [
  '/api/youtube/summarize',
  '/api/youtube/info',
  '/api/youtube/transcript',
  '/api/youtube/estimate',
  '/api/youtube/batches',
  '/api/youtube/batches/x',
  '/api/youtube/summaries',
  '/api/youtube/summaries/x',
  '/api/youtube/summaries/x/verify',
  '/api/youtube/jobs/x',
  '/api/webhooks',
  '/api/webhooks/x',
  '/api/webhooks/x/test',
  '/api/webhooks/x/deliveries',
];
const ALLOWED: [path: string, allow: string, other: string[]][] = [
  ['/', 'GET, HEAD, OPTIONS', ['POST', 'DELETE']],
  ['/healthz', 'GET, HEAD, OPTIONS', ['POST']],
  ['/api/info', 'GET, HEAD, OPTIONS', ['POST', 'PUT', 'PATCH', 'DELETE']],
  ['/api/info?x=1', 'GET, HEAD, OPTIONS', ['POST']],
  ['/api/openapi.json', 'GET, HEAD, OPTIONS', ['POST']],
  ['/api/auth/me', 'GET, HEAD, OPTIONS', ['POST', 'PUT', 'PATCH', 'DELETE']],
  ['/api/auth/google', 'GET, HEAD, OPTIONS', ['POST', 'PUT', 'DELETE']],
  ['/api/auth/google/callback', 'GET, HEAD, OPTIONS', ['POST', 'PUT', 'DELETE']],
  ['/api/auth/google/link', 'OPTIONS, POST', ['GET', 'PUT', 'DELETE']],
  ['/api/auth/google/keep', 'OPTIONS, POST', ['GET', 'PUT', 'DELETE']],
  ['/api/auth/mailed-link', 'GET, HEAD, OPTIONS', ['POST', 'PUT', 'DELETE']],
  ['/api/auth/undo-email-change', 'OPTIONS, POST', ['GET', 'PUT', 'DELETE']],
  ['/api/user/google-identities', 'GET, HEAD, OPTIONS', ['POST', 'DELETE']],
  ['/api/user/google-identities/x', 'DELETE, OPTIONS', ['GET', 'POST']],
  ['/api/auth/sessions', 'DELETE, GET, HEAD, OPTIONS', ['POST', 'PUT', 'PATCH']],
  ['/api/auth/sessions/x', 'DELETE, OPTIONS', ['GET', 'POST', 'PATCH']],
  ['/api/user/account', 'DELETE, OPTIONS', ['GET', 'POST', 'PATCH']],
  ['/api/user/notifications', 'GET, HEAD, OPTIONS, PUT', ['POST', 'DELETE']],
  ['/unsubscribe', 'GET, HEAD, OPTIONS, POST', ['PUT', 'DELETE']],
  ['/api/auth/login', 'OPTIONS, POST', ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE']],
  ['/api/api-key/revoke', 'OPTIONS, PUT', ['GET', 'POST', 'PATCH', 'DELETE']],
  ['/api/payment/create-session', 'OPTIONS, POST', ['GET', 'PUT']],
  ['/api/payment/session/x', 'GET, HEAD, OPTIONS', ['POST', 'DELETE']],
  ['/api/webhooks', 'GET, HEAD, OPTIONS, POST', ['PUT', 'PATCH', 'DELETE']],
  ['/api/webhooks/x', 'DELETE, GET, HEAD, OPTIONS, PUT', ['POST', 'PATCH']],
  ['/api/webhooks/x/test', 'OPTIONS, POST', ['GET', 'PUT']],
  ['/api/webhooks/x/deliveries', 'GET, HEAD, OPTIONS', ['POST', 'DELETE']],
  // The path also matches an unknown id of an account's webhook.
  ['/api/webhooks/stripe', 'DELETE, GET, HEAD, OPTIONS, POST, PUT', ['PATCH']],
  ['/api/usage/details?month=2026-13', 'GET, HEAD, OPTIONS', ['POST']],
  ['/api/youtube/summarize', 'OPTIONS, POST', ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE']],
  ['/api/youtube/info', 'OPTIONS, POST', ['GET', 'DELETE']],
  ['/api/youtube/transcript', 'OPTIONS, POST', ['GET', 'DELETE']],
  ['/api/youtube/estimate', 'OPTIONS, POST', ['GET', 'DELETE']],
  ['/api/youtube/batches', 'OPTIONS, POST', ['GET', 'DELETE']],
  ['/api/youtube/batches/x', 'DELETE, GET, HEAD, OPTIONS', ['POST', 'PUT']],
  ['/api/youtube/summaries', 'GET, HEAD, OPTIONS', ['POST', 'PUT', 'DELETE']],
  ['/api/youtube/summaries/x', 'DELETE, GET, HEAD, OPTIONS', ['POST', 'PUT', 'PATCH']],
  ['/api/youtube/summaries/x/verify', 'GET, HEAD, OPTIONS', ['POST', 'PUT', 'DELETE']],
  ['/api/youtube/jobs/x', 'DELETE, GET, HEAD, OPTIONS', ['POST', 'PUT', 'PATCH']],
];

const errorBodyOf = (path: string) =>
  PUBLIC_API.includes(path)
    ? expectPublicError
    : path === '/api/payment/create-session'
      ? expectPaymentError
      : expectPrivateError;

/** An existing path with another method: 405 with Allow, before any other refusal. */
export function methodsContract(using: () => Deployment): void {
  describe('methods', () => {
    it.each(ALLOWED.flatMap(([path, allow, others]) => others.map((method) => [method, path, allow])))(
      '405: %s %s, with Allow: %s',
      async (method, path, allow) => {
        const answer = await using().call(method, path);
        expect({ status: answer.status, allow: answer.headers.get('allow') }).toEqual({ status: 405, allow });
        if (method === 'HEAD') return;
        errorBodyOf(path)(answer, 405, 'method_not_allowed');
        expect(answer.body.error).toContain(allow);
      },
    );

    it.each(['PROPFIND', 'TRACE', 'LOCK', 'QUERY', 'M-SEARCH'])('405: %s, which nothing here has', async (method) => {
      const { status, head } = await rawRequest(
        using().url,
        `${method} /api/auth/me HTTP/1.1\r\nHost: precis.test\r\nConnection: close\r\n\r\n`,
      );
      expect({ status, allow: /\r\nallow: (.*)\r\n/i.exec(head)?.[1] }).toEqual({
        status: 405,
        allow: 'GET, HEAD, OPTIONS',
      });
    });

    it.each(ALLOWED.map(([path, allow]) => [path, allow]))(
      'OPTIONS %s 204 with Allow: %s, without a credential',
      async (path, allow) => {
        const { status, text, headers } = await using().call('OPTIONS', path);
        expect({ status, text, allow: headers.get('allow') }).toEqual({ status: 204, text: '', allow });
        expect(headers.get('x-request-id')).toMatch(/\S/);
      },
    );

    it('HEAD is a GET without its body, also in what it refuses', async () => {
      const { status, text, headers } = await using().call('HEAD', '/api/info');
      expect({ status, text, type: headers.get('content-type') }).toEqual({
        status: 200,
        text: '',
        type: 'application/json; charset=utf-8',
      });
      expect((await using().call('HEAD', '/api/auth/me')).status).toBe(401);
      expect((await using().call('HEAD', '/api/nowhere')).status).toBe(404);
    });

    it('an address that is written with escapes is the same address', async () => {
      expect((await using().call('GET', '/api/inf%6f')).status).toBe(200);
      expectPrivateError(await using().call('POST', '/api/inf%6f'), 405);
    });
  });
}
