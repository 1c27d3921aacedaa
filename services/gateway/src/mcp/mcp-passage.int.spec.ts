import { eventually } from '@precis/testing/eventually';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GatewayWorld } from '../testing/gateway-world.js';

let server: Server;
const urlOf = ({ gateway }: GatewayWorld) => `http://localhost:${gateway.port}`;
let world: GatewayWorld;
let without: GatewayWorld;
let asked: IncomingMessage[];
let bodies: string[];
let answer: (request: IncomingMessage, response: ServerResponse) => void;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    asked.push(request);
    let body = '';
    for await (const chunk of request) body += String(chunk);
    bodies.push(body);
    answer(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const MCP_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  [world, without] = await Promise.all([GatewayWorld.start({}, { MCP_URL }), GatewayWorld.start({})]);
}, 60_000);
beforeEach(() => {
  [asked, bodies] = [[], []];
  answer = (_, response) => response.writeHead(200, { 'content-type': 'text/plain', 'x-own': 'yes' }).end('told');
});
afterAll(async () => {
  await Promise.all([world.close(), without.close()]);
  server.closeAllConnections();
  server.close();
});

describe('/mcp at the gateway (MCP-2)', () => {
  it('passes message, credential and name on unchanged, with the address of the client', async () => {
    const response = await fetch(`${urlOf(world)}/mcp?x=1`, {
      method: 'POST',
      body: '{"a": 1}',
      headers: { authorization: 'Bearer prc_ann', 'mcp-session-id': 's', 'x-forwarded-for': '6.6.6.6' },
    });
    expect([response.status, response.headers.get('x-own'), await response.text()]).toEqual([200, 'yes', 'told']);
    const [{ method, url, headers }] = asked;
    expect([method, url, bodies]).toEqual(['POST', '/mcp?x=1', ['{"a": 1}']]);
    expect(headers).toMatchObject({
      host: new URL(urlOf(world)).host,
      authorization: 'Bearer prc_ann',
      'mcp-session-id': 's',
      'x-forwarded-for': expect.stringMatching(/^(::ffff:)?127\.0\.0\.1$|^::1$/),
    });
  });

  it('forwards each event of an answer immediately, and ends the call of a client that left (MCP-10)', async () => {
    let left!: Promise<unknown>;
    answer = (_, response) => {
      left = once(response, 'close');
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: first\n\n');
    };
    const control = new AbortController();
    const response = await fetch(`${urlOf(world)}/mcp`, { method: 'POST', body: '{}', signal: control.signal });
    const { value } = await response.body!.getReader().read();
    expect(String(Buffer.from(value!))).toBe('data: first\n\n');
    control.abort();
    await left;
  });

  it('answers 413 to a message of more than 100 kB and does not pass it on (MCP-14)', async () => {
    const response = await fetch(`${urlOf(world)}/mcp`, { method: 'POST', body: 'x'.repeat(100_001) });
    expect([response.status, asked.length]).toEqual([413, 0]);
  });

  it('answers 503 without the cause while the MCP server is unavailable', async () => {
    answer = (request) => request.socket.destroy();
    const response = await fetch(`${urlOf(world)}/mcp`, { method: 'POST', body: '{}' });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([503, 'mcp_unavailable']);
  });

  it('counts a client that leaves before the answer begins as no server error (docs/slo.md)', async () => {
    const [called, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    answer = (_, response) => {
      response.once('close', left.resolve);
      called.resolve();
    };
    const control = new AbortController();
    const gone = fetch(`${urlOf(world)}/mcp`, { method: 'POST', body: '{}', signal: control.signal }).catch(() => 0);
    const errorsNow = async () =>
      (await world.gateway.metrics.metrics()).match(/errors_total\{.*code="(mcp_unavailable|connection_lost)"\} \d+/g);
    const before = (await errorsNow())?.filter((line) => line.includes('mcp_unavailable'));
    await called.promise;
    control.abort();
    await Promise.all([gone, left.promise]);
    await eventually('the end of the request', async () =>
      (await errorsNow())?.some((line) => line.includes('connection_lost')),
    );
    expect((await errorsNow())?.filter((line) => line.includes('mcp_unavailable'))).toEqual(before);
  });

  it('answers 405 to other methods, and 404 where no MCP server is set', async () => {
    expect((await fetch(`${urlOf(world)}/mcp`, { method: 'PUT' })).status).toBe(405);
    expect((await fetch(`${urlOf(without)}/mcp`, { method: 'POST' })).status).toBe(404);
  });
});
