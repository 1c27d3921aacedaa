import { type Account, registerWithKey } from '../deployment/accounts.js';
import type { Deployment } from '../deployment/deployment.js';
import { expectPrivateError, expectPublicError } from '../deployment/error-answers.js';
import { openSocket } from '../deployment/open-socket.js';

const VIDEO = JSON.stringify({ url: 'https://youtu.be/precisDemo1' });
const INFO = '/api/youtube/info';

/** The formats of a body, and when it may be sent: 415, and no `100 Continue` for callers that will be refused. */
export function bodyFormatsContract(using: () => Deployment): void {
  describe('the format of a body', () => {
    let ann: Account & { key: string };
    beforeAll(async () => {
      ann = await registerWithKey(using());
    });
    const info = (headers: Record<string, string>, raw: string | ReadableStream = VIDEO) =>
      using().call('POST', INFO, { key: ann.key, raw, headers });

    it.each([
      'application/json',
      'Application/JSON',
      'application/json;',
      'application/json; charset=utf-8',
      'application/json;charset="UTF-8"',
      'application/json; profile=x',
    ])('content type %j is read', async (type) => void expect((await info({ 'content-type': type })).status).toBe(200));

    it.each([
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/json',
      'application/xml',
      'application/problem+json',
      'application/jsonx',
      'json',
      '*/*',
    ])('415: content type %j, naming what is read', async (type) => {
      const answer = await info({ 'content-type': type });
      expectPublicError(answer, 415, 'content_type_unsupported');
      expect([answer.body.error, answer.headers.get('accept')]).toEqual([
        'Content-Type must be application/json.',
        'application/json',
      ]);
    });

    it.each(['utf-16', 'iso-8859-1', 'utf8', 'x'])('415: charset %s', async (charset) => {
      const answer = await info({ 'content-type': `application/json; charset=${charset}` });
      expectPublicError(answer, 415, 'charset_unsupported');
      expect(answer.body.error).toContain('utf-8');
    });

    it.each(['gzip', 'br', 'deflate', 'identity, gzip', 'x'])('415: content encoding %s', async (encoding) => {
      const answer = await info({ 'content-encoding': encoding });
      expectPublicError(answer, 415, 'content_encoding_unsupported');
      expect(answer.headers.get('accept-encoding')).toBe('identity');
    });

    it('content encoding identity is read', async () => {
      expect((await info({ 'content-encoding': 'Identity' })).status).toBe(200);
    });

    it('415 in chunks too, and on every route that reads a body', async () => {
      const headers = { 'content-type': 'text/plain' };
      expectPublicError(await info(headers, new Blob([VIDEO]).stream()), 415);
      for (const path of [
        '/api/auth/login',
        '/api/auth/register',
        '/api/auth/verify-email',
        '/api/auth/undo-email-change',
        '/api/auth/google/link',
        '/api/auth/google/keep',
        '/api/auth/resend-verification',
        '/api/auth/forgot-password',
        '/api/auth/reset-password',
        '/api/notifications/unsubscribe',
      ]) {
        expectPrivateError(await using().call('POST', path, { raw: '{}', headers }), 415);
      }
      expectPrivateError(
        await using().call('POST', '/api/api-key/rotate', { token: ann.token, raw: '{"grace_hours":1}', headers }),
        415,
      );
    });

    it('says nothing where no body is: an empty one that calls itself a form, as `curl -d ""` does', async () => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-encoding': 'gzip' };
      expectPublicError(await info(headers, ''), 400, 'missing_parameter');
      expect((await using().call('GET', '/api/auth/me', { token: ann.token, headers })).status).toBe(200);
    });
  });

  describe('Expect: 100-continue', () => {
    let ann: Account & { key: string };
    beforeAll(async () => {
      ann = await registerWithKey(using());
    });
    const head = (path: string, length: number, more: string) =>
      `POST ${path} HTTP/1.1\r\nHost: precis.test\r\nExpect: 100-continue\r\nContent-Length: ${length}\r\n${more}\r\n`;

    it('100 once the credential was accepted, then the answer to the body', async () => {
      expect(await statuses(using().url, head(INFO, VIDEO.length, `X-Api-Key: ${ann.key}\r\n`), VIDEO)).toEqual([
        100, 200,
      ]);
      expect(await statuses(using().url, head('/api/auth/login', 2, ''), '{}')).toEqual([100, 400]);
    });

    it.each([
      [401, INFO, () => '', 1_000],
      [401, INFO, () => 'X-Api-Key: prc_wrong\r\n', 1_000],
      [403, '/api/youtube/playground/summarize', () => `X-Api-Key: ${ann.key}\r\n`, 1_000],
      [413, INFO, () => `X-Api-Key: ${ann.key}\r\n`, 100_001],
      [415, INFO, () => `X-Api-Key: ${ann.key}\r\nContent-Type: text/plain\r\n`, 1_000],
      [404, '/api/nowhere', () => '', 1_000],
      [405, '/api/info', () => '', 1_000],
    ])('%d without a 100 before it, and the connection is closed: POST %s', async (status, path, headers, length) => {
      expect(await statuses(using().url, head(path, length, headers()), VIDEO)).toEqual([status]);
    });
  });
}

const DEADLINE_MS = 20_000;

/** The statuses of all answers to this head until the connection is closed; the body is sent when a 100 asks for it. */
function statuses(url: string, head: string, body: string): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const socket = openSocket(url);
    let received = '';
    const found = () => [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => Number(match[1]));
    socket.setTimeout(DEADLINE_MS, () =>
      socket.destroy(new Error(`the connection was not closed within ${DEADLINE_MS} ms, after ${received}`)),
    );
    socket.on('data', (chunk) => {
      const asked = found().includes(100);
      received += chunk.toString('latin1');
      if (!asked && found().includes(100)) socket.write(body);
      // The call was accepted, so the server need not close the connection.
      if (found().length === 2 && received.includes('\r\n\r\n{')) socket.end();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(found()));
    socket.write(head, 'latin1');
  });
}
