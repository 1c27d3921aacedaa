import { createLogger } from '@precis/runtime/logger';
import { eventually } from '@precis/testing/eventually';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Admission } from '../admission/admission.js';
import type { QuotaHeaders } from '../admission/quota-headers.js';
import { BodyIntake } from './body-intake.js';
import { createAdapter } from './fastify-adapter.js';
import { installHooks } from './hooks.js';
import { connectionLost } from './http-problem.js';
import { LargeBodies } from './large-bodies.js';
import { SecurityHeaders } from './security-headers.js';
import { TrustedProxies } from '@precis/runtime/trusted-proxies';

const RESETS = 30;

describe('a connection reset right after its request was sent', () => {
  let fastify: FastifyInstance;
  const admitted: (string | undefined)[] = [];
  const served: unknown[] = [];
  const refused: unknown[] = [];
  /** The request that is being admitted, and what lets its admission end. */
  let asked: FastifyRequest | undefined;
  let admit: () => void;
  const admission = {
    checkAddress: ({ ip }: FastifyRequest) => void admitted.push(ip),
    admit: (request: FastifyRequest) => {
      asked = request;
      return request.method === 'GET' ? Promise.resolve() : new Promise<void>((resolve) => (admit = resolve));
    },
  } as unknown as Admission;
  beforeEach(() => (asked = undefined));

  beforeAll(async () => {
    fastify = createAdapter({
      PUBLIC_URL: 'https://precis.example',
      TRUSTED_PROXIES: new TrustedProxies(''),
      HEADERS_TIMEOUT_MS: 20_000,
    }).getInstance() as unknown as FastifyInstance;
    installHooks(
      fastify,
      admission,
      { write: () => undefined } as unknown as QuotaHeaders,
      new BodyIntake({ minBytesPerSecond: 1, windowMs: 10_000 }, 500_000_000),
      new LargeBodies(10, createLogger('test', 'silent')),
      new SecurityHeaders({ PUBLIC_URL: 'http://localhost', CORS_ORIGINS: [] }),
    );
    fastify.get('/', { config: { policy: {} } } as never, () => 'served');
    fastify.post('/', { config: { policy: { bodyLimitBytes: 100 } } } as never, ({ body }) => {
      served.push(body);
      return 'served';
    });
    fastify.addHook('onError', async ({ method }, _reply, error) => void (method === 'POST' && refused.push(error)));
    await fastify.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => fastify.close());

  const send = async (afterwards: 'reset' | 'wait') => {
    const socket = connect((fastify.server.address() as AddressInfo).port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    if (afterwards === 'wait') return String(await once(socket, 'data'));
    socket.resetAndDestroy();
    return '';
  };

  it('is not admitted without an address', async () => {
    for (let n = 0; n < RESETS; n++) await send('reset');
    expect(await send('wait')).toContain('200 OK');
    expect(new Set(admitted)).toEqual(new Set(['127.0.0.1']));
  });

  it.each([
    ['complete', '{}'],
    ['incomplete', '{'],
  ])('is not served when its %s body came before the reset, and ends at once when it is admitted', async (_, body) => {
    const socket = connect((fastify.server.address() as AddressInfo).port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n${body}`);
    await eventually('the body is there', () => asked?.raw.readableLength === body.length);
    socket.resetAndDestroy();
    await eventually('the request is closed', () => asked?.raw.closed === true);
    admit();
    await eventually('the request is refused', () => refused.length > 0);
    expect(refused.splice(0)).toMatchObject([{ message: connectionLost().message }]);
    expect(served).toEqual([]);
  });
});
