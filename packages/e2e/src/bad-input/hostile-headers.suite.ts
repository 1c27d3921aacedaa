import { expectPrivateError } from '../deployment/error-answers.js';
import { rawExchange, rawRequest } from './raw-request.js';
import type { Victim } from './victim.js';

const HOST = 'Host: precis.test\r\n';
const CR_LF = '\r\n';
const END = `Connection: close${CR_LF}${CR_LF}`;

/** Requests that Node's own client refuses to send. 431 is HTTP's status for a header section that is too long. */
const BROKEN: [name: string, request: string, statuses: number[]][] = [
  ['a control character in a header', `GET /api/auth/me HTTP/1.1\r\n${HOST}X-Client-Name: a\x01b\r\n${END}`, [400]],
  ['a null byte in a header', `GET /api/auth/me HTTP/1.1\r\n${HOST}X-Client-Name: a\0b\r\n${END}`, [400]],
  ['a null byte in the credential', `GET /api/auth/me HTTP/1.1\r\n${HOST}Authorization: Bearer a\0b\r\n${END}`, [400]],
  ['a header without a name', `GET /api/auth/me HTTP/1.1\r\n${HOST}: x\r\n${END}`, [400]],
  ['a space in a header name', `GET /api/auth/me HTTP/1.1\r\n${HOST}X Client: x\r\n${END}`, [400]],
  ['two hosts', `GET /api/auth/me HTTP/1.1\r\n${HOST}${HOST}${END}`, [400]],
  ['a second host that differs', `GET /api/info HTTP/1.1\r\n${HOST}hOsT: other.test\r\n${END}`, [400]],
  ['no host', `GET /api/auth/me HTTP/1.1\r\n${END}`, [400]],
  [
    'an expectation that nobody can meet',
    `POST /api/auth/login HTTP/1.1\r\n${HOST}Expect: miracles\r\nContent-Length: 2\r\n${END}{}`,
    [400, 417],
  ],
  ['an unknown method', `BREW /api/auth/me HTTP/1.1\r\n${HOST}${END}`, [400]],
  ['an unknown version', `GET /api/auth/me HTTP/9.9\r\n${HOST}${END}`, [400]],
  ['words', `please let me in\r\n\r\n`, [400]],
  ['a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n', [400]],
  [
    'length and chunks at once',
    `POST /api/auth/login HTTP/1.1\r\n${HOST}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n${END}0\r\n\r\n`,
    [400],
  ],
  [
    'a transfer coding besides chunks',
    `POST /api/auth/login HTTP/1.1\r\n${HOST}Transfer-Encoding: gzip, chunked\r\n${END}0\r\n\r\n`,
    [501],
  ],
  [
    'a transfer coding that is no chunks',
    `POST /api/auth/login HTTP/1.1\r\n${HOST}Transfer-Encoding: gzip\r\n${END}{}`,
    [501],
  ],
  [
    'identity as transfer coding',
    `POST /api/auth/login HTTP/1.1\r\n${HOST}Transfer-Encoding: identity\r\n${END}{}`,
    [501],
  ],
  [
    'chunks that are packed once more',
    `POST /api/auth/login HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked, gzip\r\n${END}0\r\n\r\n`,
    [501],
  ],
  [
    'chunks and a length',
    `POST /api/auth/login HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n${END}0\r\n\r\n`,
    [400],
  ],
  ['an empty transfer coding', `POST /api/auth/login HTTP/1.1\r\n${HOST}Transfer-Encoding:\r\n${END}0\r\n\r\n`, [400]],
  ['two lengths', `POST /api/auth/login HTTP/1.1\r\n${HOST}Content-Length: 2\r\nContent-Length: 3\r\n${END}{}`, [400]],
  [
    'a wrong chunk size',
    `POST /api/auth/login HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n${END}zz\r\n{}\r\n0\r\n\r\n`,
    [400],
  ],
  ['a header of 20 kB', `GET /api/auth/me HTTP/1.1\r\n${HOST}X-Client-Name: ${'n'.repeat(20_000)}\r\n${END}`, [431]],
  ['3,000 headers', `GET /api/auth/me HTTP/1.1\r\n${HOST}${'X-A: b\r\n'.repeat(3_000)}${END}`, [431]],
  ['an address of 20 kB', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${HOST}${END}`, [400, 404, 414, 431]],
];

export function hostileHeadersSuite(victim: () => Victim): void {
  describe('requests that are no HTTP', () => {
    it.each(BROKEN)('%s: refused, in the specified body', async (_name, request, statuses) => {
      const { status, head, body } = await rawRequest(victim().precis.url, request);
      expect(statuses).toContain(status);
      expect(JSON.parse(body)).toMatchObject({
        error: expect.stringMatching(/\S/),
        status_code: status,
        code: expect.any(String),
        request_id: expect.any(String),
      });
      expect(head.toLowerCase()).toContain('\r\nx-request-id: ');
    });
  });

  it('rubbish behind a call on one connection is refused after the answer of that call, never in its place', async () => {
    const { url } = victim().precis;
    const body = JSON.stringify({ url: 'https://youtu.be/precisDemo1' });
    const call = `POST /api/youtube/info HTTP/1.1\r\n${HOST}X-Api-Key: ${victim().key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const answers = await rawExchange(url, `${call}GARBAGE\r\n\r\n`);
    expect([...answers.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((match) => Number(match[1]))).toEqual([200, 400]);
  });

  it('a call without a content type, or an empty one, is understood', async () => {
    const { url } = victim().precis;
    const body = JSON.stringify({ url: 'https://youtu.be/precisDemo1' });
    for (const type of ['', 'Content-Type: \r\n']) {
      const { status } = await rawRequest(
        url,
        `POST /api/youtube/info HTTP/1.1\r\n${HOST}X-Api-Key: ${victim().key}\r\n${type}Content-Length: ${body.length}\r\n\r\n${body}`,
      );
      expect({ type, status }).toEqual({ type, status: 200 });
    }
  });

  describe('addresses that are no addresses', () => {
    it.each([
      '/%zz',
      '/api/%c0%ae%c0%ae/me',
      '/api/auth/me%00',
      '/..%2f..%2fetc/passwd',
      '//evil.example/api/info',
      '/api/auth/me;x=1',
      '/\\api',
    ])('GET %s is 400 or 404 in the specified body', async (path) => {
      const { status, body } = await rawRequest(victim().precis.url, `GET ${path} HTTP/1.1\r\n${HOST}${END}`);
      expect([400, 404]).toContain(status);
      expect(JSON.parse(body)).toMatchObject({
        success: false,
        error: expect.stringMatching(/\S/),
        status_code: status,
        code: expect.any(String),
        request_id: expect.any(String),
      });
    });
  });

  describe('headers that are HTTP but hostile', () => {
    const VIDEO = { url: 'https://youtu.be/precisDemo1' };
    const info = (headers: Record<string, string>) =>
      victim().precis.call('POST', '/api/youtube/info', { body: VIDEO, headers });

    it('two API keys, one of them good, are 401', async () => {
      const { url } = victim().precis;
      const body = JSON.stringify(VIDEO);
      const twice = `X-Api-Key: ${victim().key}\r\nX-Api-Key: prc_other\r\n`;
      const { status } = await rawRequest(
        url,
        `POST /api/youtube/info HTTP/1.1\r\n${HOST}${twice}Content-Length: ${body.length}\r\n${END}${body}`,
      );
      expect(status).toBe(401);
    });

    it.each(['\xff\xfe', 'x'.repeat(8_000), '<script>', "' OR 1=1--", '../../etc/passwd'])(
      'an API key or token like %j is 401',
      async (value) => {
        const answer = await info({ 'x-api-key': value });
        expect(answer.status).toBe(401);
        expectPrivateError(
          await victim().precis.call('GET', '/api/auth/me', { headers: { authorization: `Bearer ${value}` } }),
          401,
        );
      },
    );

    it.each(['\xe2\x80\xae', 'n'.repeat(8_000), '<img src=x onerror=alert(1)>', '=cmd|calc', '${7*7}'])(
      'a client name like %j never hinders a call',
      async (value) => {
        expect((await info({ 'x-api-key': victim().key, 'x-client-name': value, 'user-agent': value })).status).toBe(
          200,
        );
      },
    );

    it.each(['json', ';', 'a/b/c', 'x'.repeat(5_000)])('a content type like %j is 415', async (type) => {
      expectPrivateError(
        await victim().precis.call('POST', '/api/auth/login', { raw: '{', headers: { 'content-type': type } }),
        415,
        'content_type_unsupported',
      );
    });

    it('X-Forwarded-For, X-HTTP-Method-Override and their like change nothing', async () => {
      const headers = {
        'x-http-method-override': 'DELETE',
        'x-original-url': '/api/auth/logout',
        'x-forwarded-for': "1.2.3.4, ' OR 1",
        'x-forwarded-host': 'evil.example',
        forwarded: 'for=_x',
      };
      const answer = await victim().precis.call('GET', '/api/info', { headers });
      expect(answer.status).toBe(200);
      expect(answer.text).not.toContain('evil.example');
    });
  });
}
