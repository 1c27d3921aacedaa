import { createLogger } from '@precis/runtime/logger';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readConfig } from './config.js';
import { startHost } from './start-host.js';

const folder = mkdtempSync(join(tmpdir(), 'precis-host-'));
/** Answers in place of the gateway. */
let answer: (request: IncomingMessage, response: ServerResponse) => void;
/** Ends no connection by itself, so that a connection that the host should have ended stays open until the test fails. */
const gateway = createServer({ keepAliveTimeout: 0 }, (request, response) => answer(request, response));
const openConnections = () => new Promise<number>((resolve) => gateway.getConnections((_, count) => resolve(count)));
let host: Awaited<ReturnType<typeof startHost>>;
let url: string;

beforeAll(async () => {
  writeFileSync(join(folder, 'index.html'), '');
  writeFileSync(join(folder, 'app.html'), '');
  writeFileSync(join(folder, 'robots.txt'), '');
  writeFileSync(join(folder, 'llms.txt'), '');
  writeFileSync(join(folder, 'paths.json'), JSON.stringify({ paths: [], sitemap: [], files: [] }));
  await once(gateway.listen(0, '127.0.0.1'), 'listening');
  const GATEWAY_URL = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  const config = readConfig({ PORT: 0, PUBLIC_URL: 'http://localhost', GATEWAY_URL });
  host = await startHost(config, createLogger('test', 'silent'), { root: folder });
  url = `http://127.0.0.1:${host.port}`;
});
afterAll(async () => {
  await host.close();
  gateway.closeAllConnections();
  gateway.close();
  rmSync(folder, { recursive: true });
});

interface Received {
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Returns the received request. */
function echo(request: IncomingMessage, response: ServerResponse): void {
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => {
    const { url, headers } = request;
    response.end(JSON.stringify({ url, headers, body: Buffer.concat(pieces).toString() }));
  });
}

/** Sends these bytes, and returns what comes until the host ends the connection. */
async function raw(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(bytes);
  let received = '';
  // The host may reset a connection whose bytes it no longer reads.
  socket.on('data', (piece) => (received += String(piece))).on('error', () => undefined);
  await once(socket, 'close');
  return received;
}

describe('the web host, between a hostile client and the gateway', () => {
  it('answers the next request on a connection whose body the gateway refused before it had arrived', async () => {
    answer = (request, response) => {
      if (request.method === 'GET') return void response.end('next');
      // As the gateway does: a complete answer, and the end of the connection a little later.
      response.writeHead(413, { connection: 'close', 'content-length': 9 }).write('too large');
      setTimeout(() => request.socket.destroy(), 100);
    };
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    let received = '';
    socket.on('data', (piece) => (received += String(piece)));
    /** Settles when the text has come, or nothing more can come. */
    const come = (text: string) =>
      new Promise<void>((resolve) => {
        socket.on('data', () => received.includes(text) && resolve()).once('close', () => resolve());
      });
    const body = Buffer.alloc(8_000_000, 'a');
    socket.write(`POST /api/info HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n`);
    const refused = come('too large');
    socket.write(body.subarray(0, 4_000_000));
    await refused;
    const next = come('next');
    socket.write(body.subarray(4_000_000));
    socket.write('GET /api/info HTTP/1.1\r\nHost: a\r\n\r\n');
    await next;
    socket.destroy();
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200']);
  });

  it.each(['content-length', 'host', 'x-forwarded-for'])(
    'forwards a body as a body, and the addresses of earlier proxies, when the client names %s as a header of its connection',
    async (named) => {
      answer = echo;
      const inner = 'GET /api/inner HTTP/1.1\r\nHost: a\r\n\r\n';
      const received = await raw(
        `GET /api/outer HTTP/1.1\r\nHost: a\r\nConnection: close, ${named}\r\nX-Forwarded-For: 203.0.113.9\r\n` +
          `Content-Length: ${inner.length}\r\n\r\n${inner}`,
      );
      const { url: path, headers, body } = JSON.parse(received.slice(received.indexOf('\r\n\r\n') + 4)) as Received;
      expect([path, headers.host, body]).toEqual(['/api/outer', 'a', inner]);
      expect(headers['x-forwarded-for']).toBe('203.0.113.9, 127.0.0.1');
    },
  );

  it.each(['GET', 'POST'])('answers a %s that announces trailers, and the requests after it', async (method) => {
    answer = echo;
    const received = await raw(
      `${method} /api/x HTTP/1.1\r\nHost: a\r\nTrailer: x-sum\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
    );
    expect(received).toMatch(/^HTTP\/1\.1 200/);
    expect((await fetch(`${url}/api/x`)).status).toBe(200);
  });

  it.each([
    [400, 'host_repeated', 'POST /api/x HTTP/1.1\r\nHost: a\r\nHost: b\r\nContent-Length: 0'],
    [400, 'invalid_request', 'POST /api/x HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked'],
  ])('refuses with %s %s a request in which a proxy may read another one', async (status, code, head) => {
    answer = () => {
      throw new Error('the gateway must not see this request');
    };
    const received = await raw(`${head}\r\n\r\n`);
    expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(received).toContain(`"code":"${code}"`);
  });

  it('keeps no connection to the gateway for a body that was refused before it had arrived', async () => {
    answer = (request, response) => {
      request.resume();
      response.writeHead(401, { 'content-length': 7 }).end('refused');
    };
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    let received = '';
    socket.on('data', (piece) => (received += String(piece)));
    for (let refusals = 1; refusals <= 5; refusals++) {
      socket.write('POST /api/info HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf.');
      while (received.split('refused').length <= refusals) await once(socket, 'data');
      socket.write('half.');
    }
    // At most one, which is kept for the next call. Limited by the test's timeout.
    while ((await openConnections()) > 1) await pause(10);
    socket.destroy();
  });

  it('tells the gateway of a request before its body comes, so that it can be counted and refused', async () => {
    answer = (_, response) => response.writeHead(401, { connection: 'close' }).end('refused');
    const received = await raw('POST /api/x HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\nConnection: close\r\n\r\n');
    expect(received).toMatch(/^HTTP\/1\.1 401/);
  });

  const EXPECTING = 'POST /api/x HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n';

  it('does not ask a client for a body that the gateway refuses, and ends the connection', async () => {
    answer = (_, response) => response.end('it must not ask for the body');
    gateway.once('checkContinue', (_, response: ServerResponse) => response.writeHead(401).end('refused'));
    const received = await raw(EXPECTING);
    expect(received).toMatch(/^HTTP\/1\.1 401 [^]*connection: close/i);
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401']);
  });

  it('asks a client for its body when the gateway does, and answers the next request on the connection', async () => {
    gateway.once('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
      response.writeContinue();
      echo(request, response);
    });
    answer = (_, response) => response.end('next');
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    let received = '';
    socket.on('data', (piece) => (received += String(piece)));
    socket.write(EXPECTING);
    while (!received.includes('100 Continue')) await once(socket, 'data');
    socket.write('body');
    while (!received.includes('"body":"body"')) await once(socket, 'data');
    socket.write('GET /api/x HTTP/1.1\r\nHost: a\r\n\r\n');
    while (!received.includes('next')) await once(socket, 'data');
    socket.destroy();
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 100', 'HTTP/1.1 200', 'HTTP/1.1 200']);
  });

  it.each(['POST', 'PUT', 'DELETE'])('refuses %s of a page before a body is received', async (method) => {
    const received = await raw(`${method} /nowhere HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n`);
    expect(received).toMatch(/^HTTP\/1\.1 405/);
  });

  it('ends a connection with more requests than answers that are read', async () => {
    answer = () => undefined;
    expect(await raw('GET /api/x HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(17))).toBe('');
  });

  it('ends the connection of a body in small chunks, also when the gateway reads it', async () => {
    answer = (request) => request.resume();
    const chunks = '1\r\nx\r\n'.repeat(10_000);
    expect(await raw(`POST /api/x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`)).toBe('');
  });
});
