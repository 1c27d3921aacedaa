import { EmailVerified, PasswordChanged } from '@precis/proto/events/auth/v1/user';
import { eventually } from '@precis/testing/eventually';
import { AuthWorld } from '../testing/auth-world.js';

const ada = { name: 'Ada', email: 'ada@example.com', password: 'correct horse', referralCode: 'BOB1' };
const refused = {
  kind: 'invalid',
  code: 'reset_token_invalid',
  publicMessage: 'Invalid or expired password reset token. Please request a new password reset link.',
};
const wrong = { kind: 'unauthenticated', code: 'invalid_credentials' };
const sidOf = (token: string): string => JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString()).sid;

describe('a reset link', () => {
  let world: AuthWorld;
  beforeEach(async () => void (world = await AuthWorld.start()));
  afterEach(() => world?.close());

  const resetToken = async (email = ada.email) => {
    await world.gateway().forgotPassword({ email });
    return world.newestToken();
  };
  const login = (password: string) => world.gateway().login({ email: ada.email, password });

  it('sets the password, ends every session and logs in (ACC-14, ACC-16)', async () => {
    const { user, sessionToken } = await world.verifiedUser();
    const other = (await login(ada.password)).sessionToken;
    const token = await resetToken();
    const { cursor } = await world.gateway().listRevoked({ cursor: '' });
    const answer = await world.gateway().resetPassword({ token, password: 'new horse' });
    expect(answer).toMatchObject({
      device: expect.stringMatching(/^[\w-]{43}$/),
      user: { id: user.id, hasPassword: true },
    });
    expect((await world.gateway().listRevoked({ cursor })).ids.sort()).toEqual(
      [sidOf(sessionToken), sidOf(other)].sort(),
    );
    await world.gateway().authenticateSession({ sessionId: sidOf(answer.sessionToken) });
    await expect(login(ada.password)).rejects.toMatchObject(wrong);
    await login('new horse');
    const event = (await world.events()).at(-1)!;
    expect([event.type, PasswordChanged.decode(event.payload)]).toEqual([
      'password-changed',
      { userId: user.id, how: 'reset' },
    ]);
    expect(await world.activity(user.id)).toContain('password-reset');
    await expect(world.gateway().resetPassword({ token, password: 'third horse' })).rejects.toMatchObject(refused);
  });

  it('leaves the API key valid, so that no program of the owner stops (KEY-4)', async () => {
    const { id: accountId } = (await world.verifiedUser()).user;
    const { apiKey } = await world.gateway().generateKey({ accountId });
    await world.gateway().resetPassword({ token: await resetToken(), password: 'new horse' });
    expect((await world.gateway().authenticateKey({ apiKey, client: 'curl/8' })).accountId).toBe(accountId);
  });

  it('works for exactly one of 100 simultaneous uses: one session, one event, one password', async () => {
    await world.verifiedUser();
    const token = await resetToken();
    // The number of parallel hashes is limited, so the last of a hundred waits; without a longer deadline the test would measure the machine.
    const results = await Promise.allSettled(
      Array.from({ length: 100 }, (_, n) =>
        world.gateway().resetPassword({ token, password: `new horse ${n}` }, { deadlineMs: 25_000 }),
      ),
    );
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject(refused);
    expect(await world.count('sessions WHERE revoked_at IS NULL')).toBe(1);
    expect((await world.events()).filter((row) => row.type === 'password-changed')).toHaveLength(1);
    await login(`new horse ${results.findIndex((result) => result.status === 'fulfilled')}`);
  });

  it('ends a pending change of e-mail: a thief with a session may have requested it (ACC-16)', async () => {
    const { id: accountId } = (await world.verifiedUser()).user;
    await world.gateway().updateProfile({ accountId, name: 'Ada', email: 'thief@example.com', currentPassword: '' });
    const change = await world.newestToken();
    await world.gateway().resetPassword({ token: await resetToken(), password: 'new horse' });
    await expect(world.gateway().verifyEmail({ token: change, accountId })).rejects.toMatchObject({
      code: 'verification_token_invalid',
    });
    expect((await world.gateway().getUser({ accountId })).user).toMatchObject({ email: ada.email, pendingEmail: '' });
    expect(await world.activity(accountId)).toContain('email-change-cancelled');
  });

  it('stays unused when the new password is refused, and when the answer cannot be built', async () => {
    await world.verifiedUser();
    const token = await resetToken();
    await expect(world.gateway().resetPassword({ token, password: '12345' })).rejects.toMatchObject({
      kind: 'invalid',
      code: 'password_too_short',
    });
    await world.database.query('ALTER TABLE api_keys RENAME TO api_keys_away');
    await expect(world.gateway().resetPassword({ token, password: 'new horse' })).rejects.toThrow('Internal error');
    await world.database.query('ALTER TABLE api_keys_away RENAME TO api_keys');
    await login(ada.password);
    await world.gateway().resetPassword({ token, password: 'new horse' });
  });

  it('stays unused, and opens nothing, while the account is suspended (ACC-32)', async () => {
    const { user } = await world.verifiedUser();
    const token = await resetToken();
    await world.database.query('UPDATE users SET suspended_at = now() WHERE id = $1', [user.id]);
    await expect(world.gateway().resetPassword({ token, password: 'new horse' })).rejects.toMatchObject({
      kind: 'forbidden',
      code: 'account_suspended',
    });
    await world.database.query('UPDATE users SET suspended_at = NULL WHERE id = $1', [user.id]);
    await login(ada.password);
    await world.gateway().resetPassword({ token, password: 'new horse' });
  });

  it('stays unused, and changes nothing, for a closed account without keep_account (ACC-73)', async () => {
    const { user } = await world.verifiedUser();
    const { erasedAtMs } = await world
      .gateway()
      .closeAccount({ accountId: user.id, password: ada.password, sessionId: '' });
    const token = await resetToken();
    const before = await world.events();
    await expect(world.gateway().resetPassword({ token, password: 'new horse' })).rejects.toMatchObject({
      kind: 'conflict',
      code: 'account_closing',
      erasedAt: new Date(erasedAtMs),
    });
    expect([await world.events(), await world.count('sessions WHERE revoked_at IS NULL')]).toEqual([before, 0]);
    await expect(login(ada.password)).rejects.toMatchObject({ code: 'account_closing' });
    const kept = await world.gateway().resetPassword({ token, password: 'new horse', keepAccount: true });
    expect(kept.user).toMatchObject({ id: user.id, erasedAtMs: 0 });
    await login('new horse');
  });

  it.each([
    [[ada], 'BOB1'],
    [[ada, ada], 'BOB1'],
    [[ada, { ...ada, referralCode: 'SQUAT' }], ''],
  ])('verifies the e-mail of %j, whose code is then %j, and ends the verification links (ACC-6)', async (all, code) => {
    const links: string[] = [];
    for (const one of all) {
      await world.gateway().register(one);
      links.push(await world.newestToken());
    }
    const { user } = await world.gateway().resetPassword({ token: await resetToken(), password: 'new horse' });
    expect(user).toMatchObject({ emailVerified: true, hasPassword: true });
    for (const token of links)
      await expect(world.gateway().verifyEmail({ token })).rejects.toMatchObject({
        code: 'email_already_verified',
      });
    const events = await world.events();
    expect(events.slice(-2).map((row) => row.type)).toEqual(['email-verified', 'password-changed']);
    expect(EmailVerified.decode(events.at(-2)!.payload).referralCode).toBe(code);
    await login('new horse');
  });

  it('sets the new password of an account whose password is contested, and none of the contested ones (ACC-5)', async () => {
    await world.gateway().register({ ...ada, password: 'squatter pw' });
    await world.gateway().register(ada);
    await world.gateway().resetPassword({ token: await resetToken(), password: 'new horse' });
    for (const password of ['squatter pw', ada.password]) await expect(login(password)).rejects.toMatchObject(wrong);
    await login('new horse');
  });

  it('gives an account without a password its first one (ACC-31)', async () => {
    const { user } = await world.verifiedUser();
    await world.database.query('UPDATE users SET password_hash = NULL WHERE id = $1', [user.id]);
    await world.gateway().resetPassword({ token: await resetToken(), password: 'new horse' });
    await login('new horse');
  });

  it('allows no login whose password was replaced between its check and its session', async () => {
    await world.verifiedUser();
    const [older] = await world.database.query('SELECT password_hash AS hash FROM users');
    const token = await resetToken();
    const holder = world.database.createQueryRunner();
    await holder.startTransaction();
    await holder.query('SELECT 1 FROM users FOR UPDATE');
    const waiting = (count: number) =>
      eventually(`${count} that wait for the account`, async () => {
        const [{ n }] = await world.database.query(
          `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return n === count;
      });
    // The reset queues first; the login after it had checked the password before.
    const reset = world.gateway().resetPassword({ token, password: 'new horse' });
    await waiting(1);
    const [late] = [login(ada.password).catch((error: unknown) => error), await waiting(2)];
    expect(await world.database.query('SELECT password_hash AS hash FROM users')).toEqual([older]);
    await holder.commitTransaction();
    await holder.release();
    expect(await late).toMatchObject(wrong);
    expect(await world.database.query('SELECT id FROM sessions WHERE revoked_at IS NULL')).toEqual([
      { id: sidOf((await reset).sessionToken) },
    ]);
  });

  it.each(['', '  ', 'nonsense', 'A'.repeat(43), "' OR 1=1", 'x'.repeat(10_000), '\0'])(
    'is refused when its token is %j',
    async (token) => {
      await expect(world.gateway().resetPassword({ token, password: 'new horse' })).rejects.toMatchObject(refused);
    },
  );

  it('is not accepted in place of a verification link, or the other way round', async () => {
    await world.gateway().register(ada);
    const verification = await world.newestToken();
    await expect(world.gateway().resetPassword({ token: verification, password: 'new horse' })).rejects.toMatchObject(
      refused,
    );
    const token = await resetToken();
    await expect(world.gateway().verifyEmail({ token })).rejects.toMatchObject({ code: 'verification_token_invalid' });
    await world.gateway().verifyEmail({ token: verification });
  });
});
