import { createLogger } from '@precis/runtime/logger';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Admission } from '../admission/admission.js';
import type { QuotaHeaders } from '../admission/quota-headers.js';
import { BodyIntake } from './body-intake.js';
import { createAdapter } from './fastify-adapter.js';
import { installHooks } from './hooks.js';
import { LargeBodies } from './large-bodies.js';
import { SecurityHeaders } from './security-headers.js';
import { TrustedProxies } from '@precis/runtime/trusted-proxies';

const RESETS = 30;

describe('a connection reset right after its request was sent', () => {
  let fastify: FastifyInstance;
  const admitted: (string | undefined)[] = [];
  const admission = {
    checkAddress: ({ ip }: FastifyRequest) => void admitted.push(ip),
    admit: () => Promise.resolve(),
  } as unknown as Admission;

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
});
