import { PasswordChanged } from '@precis/proto/events/auth/v1/user';
import { randomUUID } from 'node:crypto';
import { AuthWorld } from '../testing/auth-world.js';

const email = 'ada@example.com';
const password = 'correct horse';
const wrong = { kind: 'invalid', code: 'current_password_wrong' };
const sidOf = (token: string): string => JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString()).sid;

describe('a password that its owner changes', () => {
  let world: AuthWorld;
  let accountId: string;
  let sessionId: string;
  beforeEach(async () => {
    world = await AuthWorld.start();
    const { user, sessionToken } = await world.verifiedUser(email, password);
    [accountId, sessionId] = [user.id, sidOf(sessionToken)];
  });
  afterEach(() => world?.close());

  const update = (currentPassword: string, newPassword: string, of = sessionId) =>
    world.gateway().updatePassword({ accountId, sessionId: of, currentPassword, newPassword });
  const login = async (typed: string) => sidOf((await world.gateway().login({ email, password: typed })).sessionToken);
  const changes = async () =>
    (await world.events())
      .filter((row) => row.type === 'password-changed')
      .map((row) => PasswordChanged.decode(row.payload).how);

  it('is the only valid one afterwards, and ends all sessions except the current one (ACC-15, ACC-16)', async () => {
    const other = await login(password);
    const { cursor } = await world.gateway().listRevoked({ cursor: '' });
    await world.gateway().forgotPassword({ email });
    const token = await world.newestToken();
    expect(await update(password, 'new horse')).toEqual({});
    expect((await world.gateway().listRevoked({ cursor })).ids).toEqual([other]);
    await world.gateway().authenticateSession({ sessionId });
    await expect(login(password)).rejects.toMatchObject({ code: 'invalid_credentials' });
    await login('new horse');
    expect(await changes()).toEqual(['changed']);
    expect(await world.activity(accountId)).toContain('password-changed');
    await expect(world.gateway().resetPassword({ token, password: 'third horse' })).rejects.toMatchObject({
      code: 'reset_token_invalid',
    });
  });

  it.each(['', 'wrong horse', `${password} `])(
    'is not changed when %j is given as the current one',
    async (current) => {
      await expect(update(current, 'new horse')).rejects.toMatchObject(wrong);
      await login(password);
      expect(await changes()).toEqual([]);
    },
  );

  it('is not changed to one that the policy refuses', async () => {
    await expect(update(password, '12345')).rejects.toMatchObject({ kind: 'invalid', code: 'password_too_short' });
    await login(password);
  });

  it('is set with an empty current one when the account has none yet (ACC-31)', async () => {
    await world.database.query('UPDATE users SET password_hash = NULL WHERE id = $1', [accountId]);
    expect((await world.gateway().getUser({ accountId })).user!.hasPassword).toBe(false);
    await expect(update('anything', 'new horse')).rejects.toMatchObject(wrong);
    await update('', 'new horse');
    await expect(update('', 'third horse')).rejects.toMatchObject(wrong);
    await login('new horse');
    expect(await changes()).toEqual(['first']);
    expect(await world.activity(accountId)).toContain('password-set');
  });

  it('is changed once when several sessions change it at the same time: the others give a current password that is no longer right', async () => {
    const others = [sessionId, await login(password), await login(password)];
    const results = await Promise.allSettled(others.map((of, n) => update(password, `new horse ${n}`, of)));
    const winners = results.flatMap((result, n) => (result.status === 'fulfilled' ? [n] : []));
    expect(winners).toHaveLength(1);
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject(wrong);
    const live = await world.database.query('SELECT id FROM sessions WHERE revoked_at IS NULL');
    expect(live).toEqual([{ id: others[winners[0]] }]);
    await login(`new horse ${winners[0]}`);
  });

  it('is set once for an account without one when two requests arrive at the same time', async () => {
    await world.database.query('UPDATE users SET password_hash = NULL WHERE id = $1', [accountId]);
    const results = await Promise.allSettled(['one horse', 'two horses'].map((typed) => update('', typed)));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    expect(await changes()).toEqual(['first']);
  });

  it('is not changed or set in an ended session or in a session of another account', async () => {
    const ended = await login(password);
    await world.gateway().logout({ sessionId: ended });
    const other = sidOf((await world.verifiedUser('grace@example.com', password)).sessionToken);
    for (const id of [ended, other, '', 'x'])
      await expect(update(password, 'new horse', id)).rejects.toMatchObject({
        kind: 'unauthenticated',
        code: 'session_invalid',
      });
    await login(password);
    await world.database.query('UPDATE users SET password_hash = NULL WHERE id = $1', [accountId]);
    await expect(update('', 'new horse', ended)).rejects.toMatchObject({ code: 'session_invalid' });
    await world.gateway().authenticateSession({ sessionId: other });
  });

  it('ends a pending change of e-mail: a thief with a session may have requested it (ACC-16)', async () => {
    await world.gateway().updateProfile({ accountId, name: 'Ada', email: 'thief@example.com', currentPassword: '' });
    const token = await world.newestToken();
    await update(password, 'new horse');
    await expect(world.gateway().verifyEmail({ token, accountId })).rejects.toMatchObject({
      code: 'verification_token_invalid',
    });
    expect((await world.gateway().getUser({ accountId })).user).toMatchObject({ email, pendingEmail: '' });
    expect(await world.activity(accountId)).toContain('email-change-cancelled');
  });

  it('is changed only for an account that exists and is not suspended', async () => {
    const other = { accountId: randomUUID(), sessionId, currentPassword: password, newPassword: 'new horse' };
    await expect(world.gateway().updatePassword(other)).rejects.toMatchObject({ code: 'account_not_found' });
    await world.database.query('UPDATE users SET suspended_at = now() WHERE id = $1', [accountId]);
    await expect(update(password, 'new horse')).rejects.toMatchObject({ kind: 'forbidden', code: 'account_suspended' });
  });
});
