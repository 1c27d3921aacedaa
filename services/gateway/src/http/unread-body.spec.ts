import { createLogger } from '@precis/runtime/logger';
import { eventually } from '@precis/testing/eventually';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { EventEmitter } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { Registry } from 'prom-client';
import type { Admission } from '../admission/admission.js';
import type { QuotaHeaders } from '../admission/quota-headers.js';
import { BodyIntake } from './body-intake.js';
import { createAdapter } from './fastify-adapter.js';
import { installHooks } from './hooks.js';
import { LargeBodies } from './large-bodies.js';
import { HttpErrors, HttpProblem } from './http-problem.js';
import { RequestMetrics } from './observe-requests.js';
import { LONG_BODY_LIMIT_BYTES } from './route-policy.js';
import { SecurityHeaders } from './security-headers.js';
import { lingering } from './unread-body.js';
import { TrustedProxies } from '@precis/runtime/trusted-proxies';

const REFUSED: Record<string, number> = { none: 401, other: 403, greedy: 429 };
const JUNK = Buffer.alloc(65_536, 'x');

/** Waits, as for an answer of usage, when the request has `x-quota: unknown`. */
const quotaHeaders = {
  write: ({ headers }: FastifyRequest) => (headers['x-quota'] === 'unknown' ? setImmediate() : undefined),
} as unknown as QuotaHeaders;

let fastify: FastifyInstance;
let counted = 0;
let served = 0;
let answered = 0;
const sockets: Socket[] = [];

beforeEach(async () => {
  [counted, served, answered] = [0, 0, 0];
  fastify = createAdapter({
    PUBLIC_URL: 'https://precis.example',
    TRUSTED_PROXIES: new TrustedProxies(''),
    HEADERS_TIMEOUT_MS: 500,
  }).getInstance() as unknown as FastifyInstance;
  const admit = ({ headers: { 'x-api-key': key } }: FastifyRequest) => {
    const status = REFUSED[String(key)];
    return status ? Promise.reject(new HttpProblem(status, 'invalid_request', 'Refused.')) : Promise.resolve();
  };
  const admission = {
    checkAddress: () => void counted++,
    countRefused: () => undefined,
    admit,
  } as unknown as Admission;
  installHooks(
    fastify,
    admission,
    quotaHeaders,
    new BodyIntake({ minBytesPerSecond: 1, windowMs: 60_000 }, 500_000_000),
    new LargeBodies(10, createLogger('test', 'silent')),
    new SecurityHeaders({ PUBLIC_URL: 'http://localhost', CORS_ORIGINS: [] }),
  );
  fastify.addHook('onSend', async () => void answered++);
  const errors = new HttpErrors(createLogger('test', 'silent'), new RequestMetrics(new Registry()), {
    PUBLIC_URL: 'https://precis.example',
  });
  fastify.setErrorHandler((error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    errors.answer(error, request, reply),
  );
  const policy = { access: 'public', api: 'public', bodyLimitBytes: LONG_BODY_LIMIT_BYTES };
  fastify.post('/work', { config: { policy } } as never, () => `served ${++served}`);
  await fastify.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  sockets.splice(0).forEach((socket) => socket.destroy());
  await fastify.close();
});

/** Starts a client that goes on sending after the other side has ended. */
const send = (head: string, body: string | Buffer = '') => {
  const socket = connect({
    port: (fastify.server.address() as AddressInfo).port,
    host: '127.0.0.1',
    allowHalfOpen: true,
  });
  sockets.push(socket);
  const client = { socket, text: '', sentBytes: 0, isClosed: false };
  socket
    .on('data', (data) => (client.text += data.toString('latin1')))
    .on('error', () => undefined)
    .on('close', () => (client.isClosed = true));
  // Only bytes sent after the other side's end show whether it still reads: a closed connection is reset.
  socket.on('end', () => {
    const more = setInterval(() => void (socket.destroyed ? clearInterval(more) : socket.write(' ')), 10);
  });
  socket.write(`${head.replaceAll('\n', '\r\n')}\r\n\r\n`);
  socket.write(body);
  return client;
};
const flood = (client: ReturnType<typeof send>) => {
  const pump = () => {
    while (!client.socket.destroyed && client.socket.write(JUNK)) client.sentBytes += JUNK.length;
  };
  client.socket.on('drain', pump);
  pump();
};

describe('a body that is refused by its declared length', () => {
  it('gets 413 with `connection: close`, and the connection ends although the sender keeps sending', async () => {
    const client = send('POST /work HTTP/1.1\nhost: x\ncontent-length: 1000000000000');
    flood(client);
    await eventually('the connection closed', () => client.isClosed, 20_000);
    expect(client.text).toMatch(/^HTTP\/1\.1 413 /);
    expect(client.text).toMatch(/connection: close\r\n/i);
    // What the server read, and what the kernels' buffers took.
    expect(client.sentBytes).toBeLessThan(60_000_000);
  });

  it('is answered also when the client reads only after it has sent everything', async () => {
    const length = LONG_BODY_LIMIT_BYTES + 1;
    const client = send(`POST /work HTTP/1.1\nhost: x\ncontent-length: ${length}`);
    client.socket.pause();
    client.socket.write(Buffer.alloc(length, 'x'), () => client.socket.resume());
    await eventually('the connection closed', () => client.isClosed, 20_000);
    expect(client.text).toMatch(/^HTTP\/1\.1 413 [^]*"body_too_large"/);
  });
});

describe('a body in chunks that is refused before all of it arrived', () => {
  const chunkOf = (bytes: number) => `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`;

  /** Reads only after it has sent everything: more than the limit before the refusal, and some more after it. */
  const sendAll = async (head: string) => {
    const client = send(`${head}\nhost: x\ntransfer-encoding: chunked`, chunkOf(LONG_BODY_LIMIT_BYTES + 1));
    client.socket.pause();
    await eventually('the refusal', () => answered === 1);
    for (let sent = 0; sent < 100 && !client.socket.destroyed; sent += 1)
      await new Promise((resolve) => client.socket.write(chunkOf(1_000), resolve));
    client.socket.write('0\r\n\r\n', () => client.socket.resume());
    await eventually('the connection closed', () => client.isClosed, 20_000);
    return client.text;
  };

  // Usage is asked for the quota only for an answer to an admitted caller.
  const CASES = [
    ['for its address', 'POST /nowhere HTTP/1.1', 404],
    ['for its method', 'PUT /work HTTP/1.1', 405],
    ['for its size', 'POST /work HTTP/1.1', 413],
    ['for its size, before its quota is known', 'POST /work HTTP/1.1\nx-quota: unknown', 413],
  ] as const;
  it.each(CASES)(
    '%s is answered also when the client reads only after it has sent everything',
    async (_, head, status) => {
      await expect(sendAll(head)).resolves.toMatch(new RegExp(`^HTTP/1\\.1 ${status} [^]*connection: close\r\n`, 'i'));
    },
  );
});

describe('a request that is refused before its body arrived', () => {
  it.each(Object.entries(REFUSED))(
    'for the credential %s closes the connection of a long body that stops arriving',
    async (key, status) => {
      const client = send(`POST /work HTTP/1.1\nhost: x\nx-api-key: ${key}\ncontent-length: 4000000`, 'x');
      await eventually('the connection closed', () => client.isClosed, 20_000);
      expect(client.text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [^]*connection: close\r\n`, 'i'));
    },
  );

  it('closes the connection when its short body stops arriving', async () => {
    const client = send('POST /work HTTP/1.1\nhost: x\nx-api-key: none\ncontent-length: 10', 'x');
    await eventually('the connection closed', () => client.isClosed, 20_000);
    expect(client.text).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('keeps the connection when its short body arrives after the answer', async () => {
    const client = send('POST /work HTTP/1.1\nhost: x\nx-api-key: none\ncontent-length: 10', 'x');
    await eventually('the refusal', () => client.text.includes('invalid_request'));
    client.socket.write('x'.repeat(9) + 'POST /work HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n{}');
    await eventually('the next answer', () => client.text.includes('served 1'));
    expect(client.text).toMatch(/^HTTP\/1\.1 401 [^]*connection: keep-alive\r\n/i);
  });

  it('with `connection: close` does not process what follows its body', async () => {
    const client = send('POST /work HTTP/1.1\nhost: x\nx-api-key: none\ncontent-length: 200000', 'x');
    await eventually('the refusal', () => client.text.includes('invalid_request'));
    client.socket.write('x'.repeat(199_999) + 'POST /work HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n{}');
    await eventually('the connection closed', () => client.isClosed, 20_000);
    expect(served).toBe(0);
  });

  it('for its malformed address closes the connection', async () => {
    const client = send('POST /%zz HTTP/1.1\nhost: x\ncontent-length: 1000000000000');
    flood(client);
    await eventually('the connection closed', () => client.isClosed, 20_000);
  });
});

describe('a request with a malformed address', () => {
  it('gets 400 with a request id, and is counted by the throttle', async () => {
    const client = send('GET /%zz HTTP/1.1\nhost: x\nx-request-id: malformed-1\nconnection: close');
    await eventually('the connection closed', () => client.isClosed);
    expect(client.text).toMatch(/^HTTP\/1\.1 400 [^]*x-request-id: malformed-1[^]*"invalid_request"/);
    expect([counted, served]).toEqual([1, 0]);
  });
});

describe('a request that exceeds its time', () => {
  it('gets 408, and is not processed when the rest arrives', async () => {
    fastify.server.requestTimeout = 600;
    const client = send('POST /work HTTP/1.1\nhost: x\ncontent-length: 2', '{');
    await eventually('the refusal', () => client.text.includes('request_timeout'));
    client.socket.write('}');
    await eventually('the connection closed', () => client.isClosed);
    expect(client.text).toMatch(/^HTTP\/1\.1 408 /);
    expect(served).toBe(0);
  });
});

describe('a request with a refused framing or Expect header', () => {
  it('gets 400 and is closed when HTTP/1.0, which has no transfer codings, names one', async () => {
    const client = send(
      'POST /work HTTP/1.0\nhost: x\nconnection: keep-alive\ntransfer-encoding: chunked',
      '2\r\n{}\r\n0\r\n\r\n',
    );
    await eventually('the connection closed', () => client.isClosed);
    expect(client.text).toMatch(/^HTTP\/1\.1 400 /);
    expect(served).toBe(0);
  });

  it('gets 417, is closed, and is counted by the throttle when it has another expectation', async () => {
    const client = send('POST /work HTTP/1.1\nhost: x\nexpect: miracles\ncontent-length: 2', '{}');
    await eventually('the connection closed', () => client.isClosed);
    expect(client.text).toMatch(/^HTTP\/1\.1 417 [^]*"expectation_failed"/);
    expect([counted, served]).toEqual([1, 0]);
  });
});

describe('the rest of a refused body', () => {
  const restOf = (pieces: number, bytes: number) => {
    const raw = Object.assign(new EventEmitter(), { socket: {}, isPaused: false, pause: () => (raw.isPaused = true) });
    lingering('refused', { raw } as unknown as FastifyRequest);
    for (let piece = 0; piece < pieces; piece++) raw.emit('data', Buffer.alloc(bytes));
    raw.emit('close');
    return raw;
  };

  it('is not read on when it comes in small chunks, each of which costs the event loop as much as a large one', () => {
    expect(restOf(1_100, 1).isPaused).toBe(true);
    expect(restOf(1_100, 1_000).isPaused).toBe(false);
  });
});
