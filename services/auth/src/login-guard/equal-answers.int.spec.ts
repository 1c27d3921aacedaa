import { Passwords } from '../passwords/passwords.provider.js';
import { AuthWorld } from '../testing/auth-world.js';

const password = 'correct horse';
/** The possible states of an address at which somebody tries a wrong password, and the SQL that makes them. */
const STATES: [state: string, sql: string | undefined][] = [
  ['nobody has', undefined],
  ['is verified', 'SELECT $1'],
  ['is not verified', 'UPDATE users SET email_verified_at = NULL WHERE email = $1'],
  ['has a contested password', 'UPDATE users SET email_verified_at = NULL, password_contested = true WHERE email = $1'],
  ['signs in with Google alone', 'UPDATE users SET password_hash = NULL WHERE email = $1'],
  ['is suspended', 'UPDATE users SET suspended_at = now() WHERE email = $1'],
  ['waits for its erasure', `UPDATE users SET erased_at = now() + interval '7 days' WHERE email = $1`],
];

describe('a wrong password gets the same answer and costs the same work (ACC-17), whether the address', () => {
  let world: AuthWorld;
  beforeAll(async () => void (world = await AuthWorld.start()));
  afterAll(() => world?.close());

  it.each(STATES)('%s', async (state, sql) => {
    const email = `${state.replaceAll(' ', '-')}@example.com`;
    if (sql) {
      await world.verifiedUser(email, password);
      await world.database.query(sql, [email]);
    }
    const evaluated = jest.spyOn(world.app.nest.get(Passwords, { strict: false }), 'verify');
    const visitor = { client: 'curl', address: '203.0.113.7', device: 'x'.repeat(43) };
    for (let n = 0; n < 20; n++) {
      const { kind, code, publicMessage, retryAfterSeconds, limit } = await world
        .gateway()
        .login({ email, password: 'wrong horse', visitor })
        .catch((error) => error);
      expect({ kind, code, publicMessage, retryAfterSeconds, limit }).toEqual({
        kind: 'unauthenticated',
        code: 'invalid_credentials',
        publicMessage: 'Invalid email or password',
      });
    }
    expect(evaluated).toHaveBeenCalledTimes(20);
    evaluated.mockRestore();
  });
});
