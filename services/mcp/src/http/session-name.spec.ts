import fc from 'fast-check';
import { cleanClient, clientHeaders } from '../api/asked-by.js';
import { clientOfSession, sessionIdFor } from './session-name.js';

describe('the name of a client (MCP-4)', () => {
  it('is recovered from the session id, if it has any visible character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.string({ maxLength: 60 }), (name, version) => {
        const client = cleanClient({ name, version });
        expect(clientOfSession(sessionIdFor(client))).toEqual(client);
      }),
    );
  });

  it('is visible ASCII in a session id, and two ids differ', () => {
    const client = { name: 'Клиент', version: '1' };
    const [one, other] = [sessionIdFor(client), sessionIdFor(client)];
    expect(one).toMatch(/^[\x21-\x7e]+$/);
    expect(one).not.toBe(other);
  });

  it.each(['', 'x', 'a.b', `${'a'.repeat(22)}.`, `${'a'.repeat(22)}.bm9qc29u`, `${'a'.repeat(22)}.e30`])(
    'is unknown for a foreign session id: %s',
    (id) => {
      expect(clientOfSession(id)).toBeUndefined();
    },
  );

  it.each([undefined, null, 7, {}, { name: 7 }, { name: ' \u0000\u200b ' }])('%p has no name', (info) => {
    expect(cleanClient(info)).toBeUndefined();
  });

  it('fits a header for any name of a client', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (name, version) => {
        const client = cleanClient({ name, version });
        expect(() => new Headers(clientHeaders(client, '1'))).not.toThrow();
        expect(Array.from(client?.name ?? '').length).toBeLessThanOrEqual(64);
      }),
    );
  });
});
