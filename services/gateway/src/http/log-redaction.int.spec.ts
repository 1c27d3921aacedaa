import { createLogger } from '@precis/runtime/logger';
import { Writable } from 'node:stream';
import { GatewayWorld } from '../testing/gateway-world.js';

const CANARY = 'canary-4711';

describe('the log of the gateway', () => {
  it('has no query, cookie, credential, body or address of a request, for any outcome (API-24)', async () => {
    const lines: string[] = [];
    const sink = new Writable({ write: (chunk: Buffer, _encoding, done) => (lines.push(chunk.toString()), done()) });
    const world = await GatewayWorld.start(
      {
        auth: {
          // An unexpected error is the only kind of refusal that is logged with its stack trace.
          getUser: () => {
            throw new TypeError('broken');
          },
        },
      },
      {},
      { logger: createLogger('gateway', 'debug', sink) },
    );
    const token = await world.token(CANARY);
    const headers = {
      cookie: `__Host-device=${CANARY}; other=${CANARY}`,
      'user-agent': CANARY,
      referer: `http://x.example/?${CANARY}`,
      origin: `http://${CANARY}.example`,
      'x-api-key': `prc_${CANARY}`,
      'x-forwarded-for': CANARY,
    };
    const body = { email: CANARY, password: CANARY, token: CANARY, name: CANARY, newPassword: CANARY };
    world.services.billing.away = true;
    const statuses = new Set<number>();
    for (const path of [
      '/api/auth/me',
      '/api/auth/login',
      '/api/auth/reset-password',
      '/api/user/export',
      '/api/user/profile',
      '/api/subscription/my-plan',
      '/unsubscribe',
      '/api/auth/mailed-link',
      '/api/auth/undo-email-change',
      `/${CANARY}`,
    ]) {
      for (const method of ['GET', 'POST', 'PUT'])
        for (const credential of [{ token }, { headers: { ...headers, authorization: `Bearer ${CANARY}` } }]) {
          const { status } = await world.call(method, `${path}?token=${CANARY}&state=${CANARY}`, {
            headers,
            ...(method === 'GET' ? {} : { body }),
            ...credential,
          });
          statuses.add(status);
        }
    }
    await world.close();
    expect([...statuses]).toEqual(expect.arrayContaining([401, 404, 405, 500, 503]));
    const log = lines.join('');
    expect(log).toMatch(/request failed/);
    expect(log).toMatch(/request refused/);
    expect(log).not.toContain(CANARY);
    expect(log).not.toContain(token);
    for (const part of token.split('.')) expect(log).not.toContain(part);
  }, 30_000);
});
