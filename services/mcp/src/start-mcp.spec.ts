import { createLogger } from '@precis/runtime/logger';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request as send, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { readConfig } from './config.js';
import { startMcp } from './start-mcp.js';

let api: Server;
let app: Awaited<ReturnType<typeof startMcp>>;
/** Number of API calls that are left unanswered. */
let held: number;

beforeAll(async () => {
  api = createServer(() => held++).listen(0, '127.0.0.1');
  await once(api, 'listening');
  app = await start({});
});
beforeEach(() => (held = 0));
afterAll(async () => {
  api.closeAllConnections();
  api.close();
  await app.close();
});

function start(more: object) {
  const config = readConfig({
    PORT: 0,
    PUBLIC_URL: 'https://precis.example',
    API_URL: `http://127.0.0.1:${(api.address() as AddressInfo).port}`,
    MCP_AT_ONCE_PER_CLIENT: 3,
    MCP_AT_ONCE_PER_ADDRESS: 5,
    MCP_SUBSCRIPTIONS_PER_ADDRESS: 2,
    ...more,
  });
  return startMcp(config, createLogger('mcp', 'silent'));
}

interface Asked {
  port?: number;
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Uses Node's own client, because fetch sets Host itself. */
function ask({ method = 'POST', path = '/mcp', headers = {}, body, port = app.port }: Asked) {
  const sent = send({ host: '127.0.0.1', port, method, path, headers: { ...JSON_HEADERS, ...headers } });
  const answer = new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    sent.on('error', reject).on('response', (response) => {
      const whole = buffer(response);
      whole.then((read) => resolve({ status: response.statusCode!, headers: response.headers, body: read }), reject);
    });
  });
  const status = new Promise<number>((resolve) => sent.once('response', ({ statusCode }) => resolve(statusCode!)));
  sent.end(body);
  return { answer, status, leave: () => sent.destroy() };
}
const JSON_HEADERS = {
  host: 'precis.example',
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};
const MODERN = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};
const message = (method: string, params: object = {}) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
const statusOf = async (asked: Asked) => (await ask(asked).answer).status;

describe('the MCP server over HTTP', () => {
  it.each([
    ['its public name', { host: 'precis.example' }, 200],
    ['its public name and any port', { host: 'PRECIS.example:443' }, 200],
    ['this machine', { host: 'localhost:8080' }, 200],
    ['its own page', { origin: 'https://precis.example' }, 200],
    ['the name of another site', { host: 'evil.example' }, 403],
    ['a name that only begins as its own', { host: 'precis.example.evil.example' }, 403],
    ['a name that is none', { host: 'precis.example@evil.example' }, 403],
    ['the page of another site', { origin: 'https://evil.example' }, 403],
    ['a page without an address', { origin: 'null' }, 403],
  ])('answers only requests meant for it: %s (MCP-13)', async (_, headers, status) => {
    expect(await statusOf({ headers: { ...headers } as Record<string, string>, body: message('tools/list') })).toBe(
      status,
    );
  });

  it.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['a number', '1'],
    ['null', 'null'],
    ['an empty batch', '[]'],
    ['a batch of anything', '[1,{},"x"]'],
    ['no method', '{"jsonrpc":"2.0","id":1}'],
    ['a method that nobody has', message('no/such')],
    ['a tool without a name', message('tools/call')],
    ['arguments that are no object', message('tools/call', { name: 'get_usage', arguments: 7 })],
    ['an id that is an object', '{"jsonrpc":"2.0","id":{},"method":"ping"}'],
    ['an id that is no text', '{"jsonrpc":"2.0","id":{"toString":1},"method":"ping"}'],
    [
      'a cancelled id that is no text',
      '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{"toString":1}}}',
    ],
    ['a version that nobody speaks', message('initialize', { protocolVersion: '9', capabilities: {}, clientInfo: {} })],
    ['depth without end', `${'['.repeat(40_000)}${']'.repeat(40_000)}`],
  ])('refuses or answers within the protocol, never with a 5xx: %s (MCP-9)', async (_, body) => {
    expect(await statusOf({ body })).toBeLessThan(500);
    expect(await statusOf({ headers: { 'mcp-session-id': 'a' }, body })).toBeLessThan(500);
  });

  it('refuses several messages in one request, each of which would be a call that nothing counts (MCP-14)', async () => {
    const list = JSON.parse(message('tools/list')) as object;
    expect(await statusOf({ body: JSON.stringify([list, list]) })).toBe(400);
  });

  it.each([
    ['GET', '/mcp', 405],
    ['DELETE', '/mcp', 405],
    ['PUT', '/mcp', 405],
    ['TRACE', '/mcp', 405],
    ['GET', '/mcp/../etc/passwd', 404],
    ['GET', '/mcp/package.json', 404],
    ['POST', '/mcp/precis-mcp.tgz', 405],
  ])('%s %s is %i', async (method, path, status) => {
    expect(await statusOf({ method, path })).toBe(status);
  });

  it('refuses a body of more than 100 kB, with and without a length (MCP-14)', async () => {
    const body = message('tools/list', { x: 'y'.repeat(100_000) });
    expect(await statusOf({ body })).toBe(413);
    expect(await statusOf({ headers: { 'transfer-encoding': 'chunked' }, body })).toBe(413);
  });

  it('limits the simultaneous requests of one key, does not affect others, and frees the places (MCP-14)', async () => {
    const call = { body: message('tools/call', { name: 'get_usage', arguments: {} }) };
    const [ann, ben] = [{ authorization: 'Bearer prc_ann' }, { authorization: 'Bearer prc_ben' }];
    const open = [1, 2, 3].map(() => ask({ ...call, headers: ann }));
    open.forEach(({ answer }) => answer.catch(() => undefined));
    await until(() => held === 3);
    const { status, headers } = await ask({ ...call, headers: ann }).answer;
    expect([status, headers['retry-after']]).toEqual([429, '2']);
    expect(await statusOf({ body: message('tools/list'), headers: ben })).toBe(200);
    open.forEach(({ leave }) => leave());
    await until(async () => (await statusOf({ body: message('tools/list'), headers: ann })) === 200);
  });

  it('counts a key as one client in either header (MCP-14)', async () => {
    const body = message('tools/call', { name: 'get_usage', arguments: {} });
    const writings: Record<string, string>[] = [
      { authorization: 'Bearer prc_ann' },
      { authorization: 'bEarer   prc_ann ' },
      { authorization: 'Bearer prc_ann', 'x-api-key': 'YOUR_API_KEY' },
    ];
    const open = writings.map((headers) => ask({ headers, body }));
    open.forEach(({ answer }) => answer.catch(() => undefined));
    await until(() => held === 3);
    const list = { body: message('tools/list'), headers: { 'x-api-key': 'prc_ann' } };
    expect(await statusOf(list)).toBe(429);
    open.forEach(({ leave }) => leave());
    await until(async () => (await statusOf(list)) === 200);
  });

  it('limits the simultaneous requests of an address with any keys; another address that the gateway names is not affected (MCP-14)', async () => {
    const call = (key: number, from: string) => ({
      body: message('tools/call', { name: 'get_usage', arguments: {} }),
      headers: { authorization: `Bearer prc_${key}`, 'x-forwarded-for': from },
    });
    const open = [1, 2, 3, 4, 5].map((key) => ask(call(key, `2001:db8::${key}`)));
    open.forEach(({ answer }) => answer.catch(() => undefined));
    await until(() => held === 5);
    const list = (from: string) => statusOf({ ...call(6, from), body: message('tools/list') });
    expect([await list('2001:db8::6'), await list('2001:db8:0:1::6')]).toEqual([429, 200]);
    open.forEach(({ leave }) => leave());
    await until(async () => (await list('2001:db8::6')) === 200);
  });

  it('limits the subscriptions of an address with any keys (MCP-14)', async () => {
    const listen = (key: number, from: string) =>
      ask({
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: key,
          method: 'subscriptions/listen',
          params: { _meta: MODERN, notifications: { toolsListChanged: true } },
        }),
        headers: {
          authorization: `Bearer prc_${key}`,
          'x-forwarded-for': from,
          'mcp-protocol-version': '2026-07-28',
          'mcp-method': 'subscriptions/listen',
        },
      });
    const open = [1, 2].map((key) => listen(key, '203.0.113.7'));
    expect(await Promise.all(open.map(({ status }) => status))).toEqual([200, 200]);
    expect(await listen(3, '203.0.113.7').status).toBe(429);
    const other = listen(4, '203.0.113.8');
    expect(await other.status).toBe(200);
    [...open, other].forEach(({ answer, leave }) => (answer.catch(() => undefined), leave()));
  });

  it('trusts X-Forwarded-For only from the gateway (MCP-14)', async () => {
    const stranger = await start({ TRUSTED_PROXIES: '203.0.113.1', MCP_AT_ONCE_PER_ADDRESS: 1 });
    const { port } = stranger;
    const from = (address: string) => ({ authorization: `Bearer prc_${address}`, 'x-forwarded-for': address });
    const body = message('tools/call', { name: 'get_usage', arguments: {} });
    const open = ask({ headers: from('203.0.113.7'), body, port });
    open.answer.catch(() => undefined);
    await until(() => held === 1);
    expect(await statusOf({ headers: from('203.0.113.8'), body: message('tools/list'), port })).toBe(429);
    open.leave();
    await stranger.close();
  });

  it('serves the package with the hash that server.json names, and 304 to a client that has it (MCP-12)', async () => {
    const { packages } = JSON.parse(String((await ask({ method: 'GET', path: '/mcp/server.json' }).answer).body)) as {
      packages: { identifier: string; fileSha256: string }[];
    };
    expect(packages).toHaveLength(2);
    for (const { identifier, fileSha256 } of packages) {
      const { pathname: path, origin } = new URL(identifier);
      expect(origin).toBe('https://precis.example');
      const { status, headers, body } = await ask({ method: 'GET', path }).answer;
      expect([status, headers['content-length']]).toEqual([200, String(body.length)]);
      expect(createHash('sha256').update(body).digest('hex')).toBe(fileSha256);
      expect(await statusOf({ method: 'GET', path, headers: { 'if-none-match': String(headers.etag) } })).toBe(304);
    }
  });
});

/** Waits for a condition, never for a time. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 10));
}
