import { createLogger } from '@precis/runtime/logger';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request as send, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from './config.js';
import { startHost } from './start-host.js';

type Host = Awaited<ReturnType<typeof startHost>>;

const logger = createLogger('test', 'silent');
const folder = mkdtempSync(join(tmpdir(), 'precis-host-'));
const hosts: Host[] = [];

/** Answers in place of the gateway. */
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const gateway = createServer((request, response) => answer(request, response));
let gatewayUrl: string;
let url: string;

const hosted = async (settings: Record<string, unknown> = {}) => {
  const host = await startHost(readConfig({ PORT: 0, PUBLIC_URL: 'http://localhost', ...settings }), logger, {
    root: folder,
  });
  hosts.push(host);
  return `http://127.0.0.1:${host.port}`;
};

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<title>Landing</title>');
  writeFileSync(join(folder, 'app.html'), '<p>app');
  writeFileSync(join(folder, 'robots.txt'), 'User-agent: *');
  writeFileSync(join(folder, 'llms.txt'), '{base}');
  writeFileSync(
    join(folder, 'paths.json'),
    JSON.stringify({ paths: ['/login', '/unsubscribe'], sitemap: ['/'], files: [] }),
  );
  await once(gateway.listen(0, '127.0.0.1'), 'listening');
  gatewayUrl = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  url = await hosted({ GATEWAY_URL: gatewayUrl });
});
afterAll(async () => {
  for (const host of hosts) await host.close();
  gateway.closeAllConnections();
  gateway.close();
  rmSync(folder, { recursive: true });
});

/** Returns the received request. */
function echo(request: IncomingMessage, response: ServerResponse): void {
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => {
    const { method, url, headers } = request;
    response.setHeader('set-cookie', ['a=1', 'b=2']);
    response.end(JSON.stringify({ method, url, headers, body: Buffer.concat(pieces).toString() }));
  });
}

describe('the web app as a process of its own (WEB-11)', () => {
  it.each(['/', '/login', '/nowhere'])('%s is a page with what every answer tells browsers (API-20)', async (path) => {
    const { status, headers } = await fetch(url + path, { headers: { accept: 'text/html' } });
    expect(status).toBe(path === '/nowhere' ? 404 : 200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
    expect(headers.get('strict-transport-security')).toBeNull();
  });

  it('is reached by https for a year, where its address says https', async () => {
    const secure = await hosted({ PUBLIC_URL: 'https://precis.example' });
    const { headers } = await fetch(`${secure}/login`);
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  });

  it('passes calls of the API on as they came, with the address of the caller behind those that proxies named', async () => {
    answer = echo;
    const response = await fetch(`${url}/api/a%2Fb?c=%20d&c`, {
      method: 'PUT',
      headers: { authorization: 'Bearer x', 'x-forwarded-for': '203.0.113.9', 'idempotency-key': 'k' },
      body: 'x'.repeat(300_000),
    });
    const { method, url: path, headers, body } = (await response.json()) as Record<string, never>;
    expect([method, path, (body as string).length]).toEqual(['PUT', '/api/a%2Fb?c=%20d&c', 300_000]);
    expect(headers).toMatchObject({
      authorization: 'Bearer x',
      'idempotency-key': 'k',
      'x-forwarded-for': '203.0.113.9, 127.0.0.1',
      host: new URL(url).host,
    });
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  });

  it('keeps what belongs to one connection, and what a client names as such', async () => {
    answer = echo;
    const asked = send(`${url}/api/x`, {
      headers: { connection: 'close, x-mine', 'x-mine': '1', te: 'trailers' },
    }).end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    const pieces: Buffer[] = [];
    for await (const piece of response) pieces.push(piece as Buffer);
    const { headers } = JSON.parse(Buffer.concat(pieces).toString()) as { headers: Record<string, string> };
    expect(headers).not.toHaveProperty('x-mine');
    expect(headers).not.toHaveProperty('te');
    expect(headers['x-forwarded-for']).toBe('127.0.0.1');
  });

  it('a body without a length, and none at all, arrive as such', async () => {
    answer = echo;
    const pieces = new ReadableStream({
      start: (to) => (to.enqueue(new TextEncoder().encode('piece')), to.close()),
    });
    const streamed = await fetch(`${url}/api/x`, { method: 'POST', body: pieces, duplex: 'half' } as RequestInit);
    expect(await streamed.json()).toMatchObject({ body: 'piece', headers: { 'transfer-encoding': 'chunked' } });
    const empty = (await (await fetch(`${url}/api/x`, { method: 'POST' })).json()) as { headers: object; body: string };
    expect(empty).toMatchObject({ body: '', headers: { 'content-length': '0' } });
  });

  it('an answer comes in the pieces in which the gateway sends it', async () => {
    let finish = () => undefined as void;
    answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('first');
      finish = () => void response.end('last');
    };
    const { body } = await fetch(`${url}/api/stream`);
    const reader = body!.getReader();
    expect(Buffer.from((await reader.read()).value!).toString()).toBe('first');
    finish();
    expect(Buffer.from((await reader.read()).value!).toString()).toBe('last');
  });

  it('a call that its client gives up is given up at the gateway', async () => {
    const given = new AbortController();
    const ended = new Promise<void>((resolve) => {
      answer = (request) => {
        request.socket.on('close', () => resolve());
        given.abort();
      };
    });
    await expect(fetch(`${url}/api/slow`, { signal: given.signal })).rejects.toThrow('abort');
    await ended;
  });

  it.each(['/api', '/api?x', '/api/x', '/healthz', '/readyz'])('%s is the API', async (path) => {
    answer = echo;
    expect(await (await fetch(url + path)).json()).toMatchObject({ url: path });
  });

  it('a mail program that unsubscribes posts to the API, and people who open its address get the page (API-22)', async () => {
    answer = echo;
    const posted = await fetch(`${url}/unsubscribe?token=t`, { method: 'POST', body: 'List-Unsubscribe=One-Click' });
    expect(await posted.json()).toMatchObject({ method: 'POST', url: '/unsubscribe?token=t' });
    const opened = await fetch(`${url}/unsubscribe?token=t`);
    expect([opened.status, await opened.text()]).toEqual([200, '<p>app']);
  });

  it.each(['/apiary', '/healthzz', '//api/x', '/%61pi/x', '/login/../nowhere/api/x'])('%s is not', async (path) => {
    answer = () => {
      throw new Error('asked the gateway');
    };
    const asked = send({ port: new URL(url).port, path }).end();
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(404);
  });

  it('while the gateway is away, pages are served and calls are refused in the form of the API (API-10)', async () => {
    const alone = await hosted({ GATEWAY_URL: 'http://127.0.0.1:1' });
    expect((await fetch(`${alone}/login`)).status).toBe(200);
    const refused = await fetch(`${alone}/api/x`, { method: 'POST', body: '{}' });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await refused.json()).toEqual({
      success: false,
      error: 'Please try again.',
      status_code: 503,
      code: 'unavailable',
      docs_url: expect.stringMatching(/#unavailable$/),
      request_id: refused.headers.get('x-request-id'),
    });
  });

  it('an answer that breaks off is aborted, not completed', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': '10' }).write('half', () => response.destroy());
    };
    await expect(fetch(`${url}/api/x`).then((half) => half.text())).rejects.toThrow();
  });

  it('without a gateway, calls come to nothing here', async () => {
    const pages = await hosted();
    const { status, headers } = await fetch(`${pages}/api/info`);
    expect(status).toBe(404);
    expect(headers.get('content-type')).toContain('text/plain');
  });

  it.each([
    ['PUBLIC_URL', ''],
    ['GATEWAY_URL', 'gateway:8080'],
    ['GATEWAY_URL', 'https://gateway'],
  ])('does not start with %s %j (OPS-3)', (name, text) => {
    expect(() => readConfig({ PUBLIC_URL: 'http://localhost', [name]: text })).toThrow(name);
  });
});
