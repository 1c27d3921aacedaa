import { AccountClosed } from '@precis/proto/events/auth/v1/user';
import { randomUUID } from 'node:crypto';
import { AuthWorld } from '../testing/auth-world.js';
import { sessionIdOf } from '../testing/session-id-of.js';

const password = 'correct horse';
const DAY_MS = 86_400_000;
const visitor = { client: 'Firefox/140', address: '203.0.113.7', device: '' };

describe('closing an account (ACC-33)', () => {
  let world: AuthWorld;
  let email: string;
  let accountId: string;
  let sessionId: string;
  beforeAll(async () => void (world = await AuthWorld.start()));
  afterAll(() => world?.close());
  beforeEach(async () => {
    email = `${randomUUID()}@example.com`;
    const { user, sessionToken } = await world.verifiedUser(email, password);
    [accountId, sessionId] = [user.id, sessionIdOf(sessionToken)];
  });

  const close = (typed = password, session = sessionId) =>
    world.gateway().closeAccount({ accountId, password: typed, sessionId: session, visitor });
  const typesOf = async () => (await world.events()).filter(({ key }) => key === accountId).map(({ type }) => type);
  const activity = async () =>
    (await world.gateway().listActivity({ accountId, before: '', limit: 100 })).entries.map(({ kind }) => kind);
  /** Makes the account look as if Google had created it, with a session that began this long ago. */
  const withoutPassword = async (how: string, agoMs: number) => {
    await world.database.query('UPDATE users SET password_hash = NULL WHERE id = $1', [accountId]);
    await sessionBegan(how, agoMs);
  };
  const sessionBegan = async (how: string, agoMs: number) => {
    await world.database.query('UPDATE sessions SET how = $2, created_at = $3 WHERE id = $1', [
      sessionId,
      how,
      new Date(world.clock.now().getTime() - agoMs),
    ]);
  };

  it('ends its sessions and links, refuses its keys, and returns the time of erasure, in 7 days', async () => {
    const { apiKey } = await world.gateway().generateKey({ accountId });
    const { keyId } = await world.gateway().authenticateKey({ apiKey, client: '' });
    const { cursor } = await world.gateway().listRevoked({ cursor: '' });
    await world.database.query(
      `INSERT INTO mail_requests (id, user_id, kind, token_hash, created_at, expires_at) VALUES (gen_random_uuid(), $1, 'change-email', $2, now(), now() + interval '1 day')`,
      [accountId, Buffer.from(randomUUID())],
    );
    await world.database.query(`UPDATE users SET pending_email = 'new@example.com' WHERE id = $1`, [accountId]);
    const beforeMs = world.clock.now().getTime();
    const { erasedAtMs } = await close();
    expect(erasedAtMs - beforeMs).toBeGreaterThanOrEqual(7 * DAY_MS);
    expect(erasedAtMs - world.clock.now().getTime()).toBeLessThanOrEqual(7 * DAY_MS);
    await expect(world.gateway().authenticateSession({ sessionId })).rejects.toMatchObject({ code: 'session_invalid' });
    await expect(world.gateway().authenticateKey({ apiKey, client: '' })).rejects.toMatchObject({
      kind: 'forbidden',
      code: 'account_closed',
    });
    expect((await world.gateway().listRevoked({ cursor })).ids.toSorted()).toEqual([sessionId, keyId].toSorted());
    expect(
      await world.count(`mail_requests WHERE user_id = '${accountId}' AND used_at IS NULL AND superseded_at IS NULL`),
    ).toBe(0);
    expect((await world.gateway().getUser({ accountId })).user).toMatchObject({ erasedAtMs, pendingEmail: '' });
    const event = (await world.events()).findLast(({ type }) => type === 'account-closed')!;
    expect(AccountClosed.decode(event.payload)).toEqual({ userId: accountId, erasedAtMs });
    expect((await activity())[0]).toBe('closed');
  });

  it('requires the password, and changes nothing without it', async () => {
    for (const wrong of ['', 'wrong horse', `${password} `])
      await expect(close(wrong)).rejects.toMatchObject({ kind: 'invalid', code: 'current_password_wrong' });
    await world.gateway().authenticateSession({ sessionId });
    expect(await typesOf()).not.toContain('account-closed');
    await expect(world.gateway().closeAccount({ accountId: randomUUID(), password, sessionId })).rejects.toMatchObject({
      code: 'account_not_found',
    });
  });

  it('succeeds again after a lost answer, with the same time of erasure and no second event', async () => {
    const first = await close();
    world.clock.advance(60_000);
    expect(await close()).toEqual(first);
    expect((await typesOf()).filter((type) => type === 'account-closed')).toHaveLength(1);
    expect((await activity()).filter((kind) => kind === 'closed')).toHaveLength(1);
    world.clock.advance(-60_000);
  });

  it('happens once for many simultaneous calls', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => close()));
    expect(new Set(answers.map(({ erasedAtMs }) => erasedAtMs)).size).toBe(1);
    expect((await typesOf()).filter((type) => type === 'account-closed')).toHaveLength(1);
  });

  it('without a password requires a Google sign-in in the last 10 minutes, and a repeat succeeds as well', async () => {
    const refused = { kind: 'forbidden', code: 'fresh_sign_in_required' };
    for (const [how, agoMs] of [
      ['password', 0],
      ['link', 0],
      ['google', 11 * 60_000],
    ] as const) {
      await withoutPassword(how, agoMs);
      await expect(close('')).rejects.toMatchObject(refused);
    }
    await withoutPassword('google', 9 * 60_000);
    const stranger = await world.verifiedUser(`${randomUUID()}@example.com`);
    for (const other of [sessionIdOf(stranger.sessionToken), randomUUID(), ''])
      await expect(close('', other)).rejects.toMatchObject(refused);
    const first = await close('');
    expect(await close('')).toEqual(first);
  });

  it('that has a password needs only a fresh Google sign-in when none is sent, and checks one that is sent (ACC-33)', async () => {
    const refused = { kind: 'invalid', code: 'current_password_wrong' };
    await sessionBegan('google', 11 * 60_000);
    await expect(close('')).rejects.toMatchObject(refused);
    await sessionBegan('google', 9 * 60_000);
    await expect(close('wrong horse')).rejects.toMatchObject(refused);
    expect(await typesOf()).not.toContain('account-closed');
    const first = await close('');
    expect(await close('')).toEqual(first);
    expect((await typesOf()).filter((type) => type === 'account-closed')).toHaveLength(1);
  });

  it('without a password is refused in a Google session that has ended', async () => {
    await withoutPassword('google', 0);
    await world.gateway().logout({ sessionId });
    await expect(close('')).rejects.toMatchObject({ code: 'fresh_sign_in_required' });
  });

  it('is not cancelled by a log-in without keep_account, which changes nothing and returns the time of erasure, not a session (ACC-73)', async () => {
    const { apiKey } = await world.gateway().generateKey({ accountId });
    const { erasedAtMs } = await close();
    const before = [
      await typesOf(),
      await activity(),
      await world.count('sessions'),
      await world.count('known_devices'),
    ];
    for (const keepAccount of [undefined, false])
      await expect(world.gateway().login({ email, password, visitor, keepAccount })).rejects.toMatchObject({
        kind: 'conflict',
        code: 'account_closing',
        erasedAt: new Date(erasedAtMs),
      });
    expect([
      await typesOf(),
      await activity(),
      await world.count('sessions'),
      await world.count('known_devices'),
    ]).toEqual(before);
    await expect(world.gateway().authenticateKey({ apiKey, client: '' })).rejects.toMatchObject({
      code: 'account_closed',
    });
    expect((await world.gateway().getUser({ accountId })).user!.erasedAtMs).toBe(erasedAtMs);
    await expect(world.gateway().login({ email, password: 'wrong horse', keepAccount: true })).rejects.toMatchObject({
      code: 'invalid_credentials',
    });
    await world.as('operator').suspendAccount({ accountId, operator: { name: 'Ole', reason: 'asked' } });
    await expect(world.gateway().login({ email, password, keepAccount: true })).rejects.toMatchObject({
      code: 'account_suspended',
    });
  });

  it('is cancelled by a log-in with keep_account until the end of the 7 days: keys are valid again, ended sessions are not', async () => {
    const { apiKey } = await world.gateway().generateKey({ accountId });
    await close();
    world.clock.advance(7 * DAY_MS - 60_000);
    const { user } = await world.gateway().login({ email, password, visitor, keepAccount: true });
    expect(user).toMatchObject({ id: accountId, erasedAtMs: 0, apiKey });
    await world.gateway().authenticateKey({ apiKey, client: '' });
    await expect(world.gateway().authenticateSession({ sessionId })).rejects.toMatchObject({ code: 'session_invalid' });
    expect((await typesOf()).slice(-2)).toEqual(['account-closed', 'account-reopened']);
    expect((await activity()).slice(0, 2).toSorted()).toEqual(['login', 'reopened']);
    world.clock.advance(-7 * DAY_MS + 60_000);
  });

  it('is not cancelled by a wrong password, nor by the right one after the 7 days', async () => {
    await close();
    await expect(world.gateway().login({ email, password: 'wrong horse' })).rejects.toMatchObject({
      code: 'invalid_credentials',
    });
    world.clock.advance(7 * DAY_MS);
    await expect(world.gateway().login({ email, password, keepAccount: true })).rejects.toMatchObject({
      kind: 'forbidden',
      code: 'account_closed',
    });
    expect(await typesOf()).not.toContain('account-reopened');
    world.clock.advance(-7 * DAY_MS);
  });
});
