import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { randomUUID } from 'node:crypto';
import { AuthWorld } from '../testing/auth-world.js';
import { SESSIONS_REVOKED_LATELY } from '../revocations/revocations.repository.js';

const password = 'correct horse';
const ended = { kind: 'unauthenticated', code: 'session_invalid' };
const sidOf = (token: string): string => JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString()).sid;

describe('sessions', () => {
  let world: AuthWorld;
  beforeAll(async () => void (world = await AuthWorld.start()));
  afterAll(() => world?.close());

  it('are EdDSA tokens that the published keys verify, with account, session id and an end within a day', async () => {
    const { user, sessionToken } = await world.verifiedUser('token@example.com');
    const { jwksJson } = await world.gateway().getSigningKeys({});
    const jwks: JSONWebKeySet = JSON.parse(jwksJson);
    expect(jwks.keys.every((key) => !('d' in key))).toBe(true);
    const { payload, protectedHeader } = await jwtVerify(sessionToken, createLocalJWKSet(jwks), {
      algorithms: ['EdDSA'],
      typ: 'session+jwt',
    });
    expect(protectedHeader).toEqual({ alg: 'EdDSA', kid: jwks.keys[0].kid, typ: 'session+jwt' });
    expect(payload.sub).toBe(user.id);
    expect(payload.exp! - payload.iat!).toBe(86_400);
    expect(await world.gateway().authenticateSession({ sessionId: payload.sid as string })).toEqual({
      accountId: user.id,
      validUntilMs: payload.exp! * 1_000,
    });
  });

  it('are opened by the right password, one per log-in', async () => {
    const { user } = await world.verifiedUser('login@example.com', password);
    const [one, two] = await Promise.all(
      [1, 2].map(() => world.gateway().login({ email: ' LOGIN@example.com ', password })),
    );
    expect(one.user).toMatchObject({ id: user.id, email: 'login@example.com' });
    expect(sidOf(one.sessionToken)).not.toBe(sidOf(two.sessionToken));
  });

  it.each([
    ['wrong@example.com', 'wrong horse'],
    ['nobody@example.com', password],
    ['', ''],
    ['wrong@example.com\0', password],
    ['wrong@example.com', ' correct horse'],
  ])('are not opened by %j with %j', async (email, tried) => {
    if (!(await world.count(`users WHERE email = 'wrong@example.com'`)))
      await world.verifiedUser('wrong@example.com', password);
    await expect(world.gateway().login({ email, password: tried })).rejects.toMatchObject({
      kind: 'unauthenticated',
      code: 'invalid_credentials',
      publicMessage: 'Invalid email or password',
    });
  });

  it('are refused as unverified only when the password is right', async () => {
    await world.gateway().register({ name: 'New', email: 'new@example.com', password, referralCode: '' });
    await expect(world.gateway().login({ email: 'new@example.com', password })).rejects.toMatchObject({
      kind: 'forbidden',
      code: 'email_not_verified',
    });
    await expect(world.gateway().login({ email: 'new@example.com', password: 'guess guess' })).rejects.toMatchObject({
      code: 'invalid_credentials',
    });
  });

  it('end immediately and separately with logout, and are listed as revoked', async () => {
    const { sessionToken } = await world.verifiedUser('logout@example.com', password);
    const other = await world.gateway().login({ email: 'logout@example.com', password });
    const sessionId = sidOf(sessionToken);
    expect((await world.gateway().listRevoked({ cursor: '' })).ids).not.toContain(sessionId);
    await world.gateway().logout({ sessionId });
    expect((await world.gateway().listRevoked({ cursor: '' })).ids).toContain(sessionId);
    await expect(world.gateway().authenticateSession({ sessionId })).rejects.toMatchObject(ended);
    await world.gateway().authenticateSession({ sessionId: sidOf(other.sessionToken) });
    await world.gateway().logout({ sessionId });
  });

  it('leave the list of revoked ids after 120 s of the database clock', async () => {
    const { sessionToken } = await world.verifiedUser('window@example.com', password);
    const sessionId = sidOf(sessionToken);
    await world.gateway().logout({ sessionId });
    await world.database.query(`UPDATE sessions SET revoked_at = revoked_at - interval '110 s' WHERE id = $1`, [
      sessionId,
    ]);
    expect((await world.gateway().listRevoked({ cursor: '' })).ids).toContain(sessionId);
    await world.database.query(`UPDATE sessions SET revoked_at = revoked_at - interval '11 s' WHERE id = $1`, [
      sessionId,
    ]);
    expect((await world.gateway().listRevoked({ cursor: '' })).ids).not.toContain(sessionId);
  });

  it.each([randomUUID(), '', 'x', "'; DROP TABLE sessions"])(
    'with the id %j do not exist, and ending them is not an error',
    async (sessionId) => {
      await expect(world.gateway().authenticateSession({ sessionId })).rejects.toMatchObject(ended);
      expect(await world.gateway().logout({ sessionId })).toEqual({});
    },
  );

  it.each([-400, 400])("count by the service's clock, also when it is %i days off the real one", async (days) => {
    world.clock.advance(days * 86_400_000);
    const { user, sessionToken } = await world.verifiedUser(`clock${days}@example.com`, password);
    const { jwksJson } = await world.gateway().getSigningKeys({});
    const options = { algorithms: ['EdDSA'], typ: 'session+jwt', currentDate: world.clock.now() };
    const { payload } = await jwtVerify(sessionToken, createLocalJWKSet(JSON.parse(jwksJson)), options);
    expect(await world.gateway().authenticateSession({ sessionId: payload.sid as string })).toMatchObject({
      accountId: user.id,
    });
    world.clock.advance(-days * 86_400_000);
  });

  it('end after a day, and the next log-in deletes long ended ones', async () => {
    const { user, sessionToken } = await world.verifiedUser('late@example.com', password);
    world.clock.advance(86_400_000);
    await expect(world.gateway().authenticateSession({ sessionId: sidOf(sessionToken) })).rejects.toMatchObject(ended);
    world.clock.advance(86_400_000);
    await world.gateway().login({ email: 'late@example.com', password });
    expect(await world.count(`sessions WHERE user_id = '${user.id}'`)).toBe(1);
  });

  it('are found through an index of revoked ones, for any number of earlier revocations', async () => {
    await world.database.query(
      `INSERT INTO sessions (id, user_id, created_at, expires_at, revoked_at)
       SELECT gen_random_uuid(), (SELECT id FROM users LIMIT 1), now(), now(), now() - interval '1 hour' FROM generate_series(1, 20000)`,
    );
    await world.database.query('ANALYZE sessions');
    const plan = await world.database.query(`EXPLAIN ${SESSIONS_REVOKED_LATELY}`);
    expect(JSON.stringify(plan)).toMatch(/sessions_revoked.*Index Cond/);
  });
});
