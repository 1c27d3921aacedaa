import { randomUUID } from 'node:crypto';
import { AuthWorld } from '../testing/auth-world.js';
import { sessionIdOf } from '../testing/session-id-of.js';

const password = 'correct horse';
const laptop = { client: 'Firefox/140', address: '203.0.113.7', device: '' };
const phone = { client: 'Safari\u0007/26', address: '2001:db8::1', device: '' };
const unknown = { kind: 'not_found', code: 'session_not_found' };

describe('the sessions of an account (ACC-37)', () => {
  let world: AuthWorld;
  let accountId: string;
  let email: string;
  beforeAll(async () => void (world = await AuthWorld.start()));
  afterAll(() => world?.close());
  beforeEach(async () => {
    email = `${randomUUID()}@example.com`;
    accountId = (await world.verifiedUser(email, password)).user.id;
  });

  const logIn = async (visitor = laptop) =>
    sessionIdOf((await world.gateway().login({ email, password, visitor })).sessionToken);
  const listed = async () => (await world.gateway().listSessions({ accountId })).sessions;
  const activity = async () =>
    (await world.gateway().listActivity({ accountId, before: '', limit: 100 })).entries.map(
      ({ kind, by, client, address }) => [kind, by, client, address],
    );
  const isAlive = (sessionId: string) =>
    world
      .gateway()
      .authenticateSession({ sessionId })
      .then(
        () => true,
        () => false,
      );

  it('are listed newest first, only live ones, with client and address of the log-in', async () => {
    const first = await logIn();
    const second = await logIn(phone);
    const sessions = await listed();
    expect(sessions.slice(0, 2)).toMatchObject([
      { id: second, client: 'Safari/26', address: '2001:db8::1' },
      { id: first, client: 'Firefox/140', address: '203.0.113.7' },
    ]);
    expect(sessions).toHaveLength(3);
    expect(sessions[0].expiresAtMs - sessions[0].createdAtMs).toBeGreaterThan(86_398_000);
    await world.gateway().logout({ sessionId: second });
    expect((await listed()).map(({ id }) => id)).not.toContain(second);
    world.clock.advance(86_400_000);
    expect(await listed()).toEqual([]);
    expect((await world.gateway().listSessions({ accountId: 'x' })).sessions).toEqual([]);
  });

  it('are listed up to a maximum of a hundred', async () => {
    await world.database.query(
      `INSERT INTO sessions (id, user_id, created_at, expires_at) SELECT gen_random_uuid(), $1, now(), now() + interval '99 years' FROM generate_series(1, 150)`,
      [accountId],
    );
    expect(await listed()).toHaveLength(100);
  });

  it('can be ended one by one, as gateways learn, and a repeat succeeds and is recorded once', async () => {
    const [mine, other] = [await logIn(), await logIn(phone)];
    const { cursor } = await world.gateway().listRevoked({ cursor: '' });
    for (let time = 0; time < 2; time++)
      await world.gateway().endSession({ accountId, sessionId: other, visitor: laptop });
    expect([await isAlive(mine), await isAlive(other)]).toEqual([true, false]);
    expect(await world.gateway().listRevoked({ cursor })).toMatchObject({ ids: [other], follows: true });
    expect((await activity()).filter(([kind]) => kind === 'session-ended')).toEqual([
      ['session-ended', 'owner', 'Firefox/140', '203.0.113.7'],
    ]);
  });

  it('of another account are not found, like unknown ones', async () => {
    const mine = await logIn();
    const stranger = (await world.verifiedUser(`${randomUUID()}@example.com`)).user.id;
    for (const [account, sessionId] of [
      [stranger, mine],
      [accountId, randomUUID()],
      [accountId, 'x'],
      [randomUUID(), mine],
      ['', ''],
    ])
      await expect(world.gateway().endSession({ accountId: account, sessionId })).rejects.toMatchObject(unknown);
    expect(await isAlive(mine)).toBe(true);
  });

  it('end together except the named one, or all of them when none is named', async () => {
    const [mine, one, two] = [await logIn(), await logIn(), await logIn(phone)];
    expect(await world.gateway().endSessions({ accountId, exceptSessionId: mine, visitor: laptop })).toEqual({
      ended: 3,
    });
    expect([await isAlive(mine), await isAlive(one), await isAlive(two)]).toEqual([true, false, false]);
    expect(await world.gateway().endSessions({ accountId, exceptSessionId: mine })).toEqual({ ended: 0 });
    expect(await world.gateway().endSessions({ accountId, exceptSessionId: '' })).toEqual({ ended: 1 });
    expect(await isAlive(mine)).toBe(false);
    expect((await activity()).map(([kind]) => kind).filter((kind) => kind === 'sessions-ended')).toHaveLength(2);
    await expect(world.gateway().endSessions({ accountId, exceptSessionId: 'x' })).rejects.toMatchObject(unknown);
    await expect(world.gateway().endSessions({ accountId: randomUUID(), exceptSessionId: '' })).rejects.toMatchObject({
      code: 'account_not_found',
    });
  });

  it('are not opened with a password that was replaced during its check', async () => {
    const holder = world.database.createQueryRunner();
    await holder.startTransaction();
    await holder.query(`UPDATE users SET password_hash = 'another' WHERE id = $1`, [accountId]);
    const entering = expect(world.gateway().login({ email, password })).rejects.toMatchObject({
      code: 'invalid_credentials',
    });
    await world.waitsForLock();
    await holder.commitTransaction();
    await holder.release();
    await entering;
  });
});
