import { EmailChanged, UserDeleted, UserRegistered } from '@precis/proto/events/auth/v1/user';
import { AuthWorld } from '../testing/auth-world.js';
import { sessionIdOf } from '../testing/session-id-of.js';

const email = 'ada@example.com';
const password = 'correct horse';
const DAY_MS = 86_400_000;
const dead = { kind: 'invalid', code: 'verification_token_invalid' };

describe('the link of an e-mail change', () => {
  let world: AuthWorld;
  let accountId: string;
  let sessionId: string;
  beforeEach(async () => {
    world = await AuthWorld.start();
    const { user, sessionToken } = await world.verifiedUser(email, password);
    [accountId, sessionId] = [user.id, sessionIdOf(sessionToken)];
  });
  afterEach(() => world?.close());

  const ask = async (newEmail = 'New@example.com') => {
    await world.gateway().updateProfile({ accountId, name: 'Ada', email: newEmail, currentPassword: '' });
    return world.newestToken();
  };
  const confirm = (token: string) => world.gateway().verifyEmail({ token, accountId, sessionId });
  const typesAfter = async (from: number) => (await world.events()).slice(from).map((row) => row.type);

  it('changes the e-mail with a session of its account, opens no session, and frees the old address', async () => {
    const token = await ask();
    const { sessionToken, user } = await confirm(token);
    expect([sessionToken, user]).toMatchObject(['', { id: accountId, email: 'New@example.com', pendingEmail: '' }]);
    expect(await world.count('sessions')).toBe(1);
    await world.gateway().login({ email: 'new@example.com', password });
    await expect(world.gateway().login({ email, password })).rejects.toMatchObject({ code: 'invalid_credentials' });
    const event = (await world.events()).at(-1)!;
    expect(event.type).toBe('email-changed');
    expect(await world.activity(accountId)).toContain('email-changed');
    await world.verifiedUser(email, 'other horse');
    await world.verifiedUser('new+tag@example.com', 'other horse');
    const hashes = (await world.events())
      .filter((row) => row.type === 'user-registered')
      .map((row) => UserRegistered.decode(row.payload).emailHash);
    expect(EmailChanged.decode(event.payload)).toEqual({ userId: accountId, emailHash: hashes.at(-1) });
    await expect(confirm(token)).rejects.toMatchObject(dead);
  });

  it('is refused without a session of its account, and stays unused (ACC-26)', async () => {
    const { user, sessionToken } = await world.verifiedUser('grace@example.com', password);
    const ended = sessionIdOf((await world.gateway().login({ email, password })).sessionToken);
    await world.gateway().logout({ sessionId: ended });
    const token = await ask();
    for (const other of [
      {},
      { accountId: '', sessionId: '' },
      { accountId: user.id, sessionId: sessionIdOf(sessionToken) },
      { accountId, sessionId: sessionIdOf(sessionToken) },
      { accountId, sessionId: ended },
      { accountId, sessionId: 'x' },
      { accountId },
    ])
      await expect(world.gateway().verifyEmail({ token, ...other })).rejects.toMatchObject({
        kind: 'forbidden',
        code: 'session_required_for_link',
      });
    expect((await confirm(token)).user!.email).toBe('New@example.com');
  });

  it('is dead after 24 hours, and when a newer change was asked for', async () => {
    const [older, token] = [await ask(), await ask('newer@example.com')];
    await expect(confirm(older)).rejects.toMatchObject(dead);
    world.clock.advance(DAY_MS);
    await expect(confirm(token)).rejects.toMatchObject(dead);
    await expect(world.gateway().verifyEmail({ token })).rejects.toMatchObject(dead);
  });

  it('works for exactly one of 100 simultaneous uses', async () => {
    const token = await ask();
    const results = await Promise.allSettled(Array.from({ length: 100 }, () => confirm(token)));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject(dead);
    expect((await world.events()).filter((row) => row.type === 'email-changed')).toHaveLength(1);
  });

  it('ends the reset link that went to the old address', async () => {
    const token = await ask();
    await world.gateway().forgotPassword({ email });
    const reset = await world.newestToken();
    await confirm(token);
    await expect(world.gateway().resetPassword({ token: reset, password: 'new horse' })).rejects.toMatchObject({
      code: 'reset_token_invalid',
    });
  });

  it('ends the change when the address was verified for another account in between (ACC-41)', async () => {
    const token = await ask();
    await world.verifiedUser('new@example.com', 'other horse');
    const before = (await world.events()).length;
    await expect(confirm(token)).rejects.toMatchObject({ kind: 'conflict', code: 'email_taken' });
    expect((await world.gateway().getUser({ accountId })).user).toMatchObject({ email, pendingEmail: '' });
    await expect(confirm(token)).rejects.toMatchObject(dead);
    expect(await typesAfter(before)).toEqual([]);
  });

  it('deletes the unverified account of the address, with its links (ACC-41)', async () => {
    const token = await ask();
    await world.gateway().register({ name: 'S', email: 'new@example.com', password: 'squatter pw', referralCode: '' });
    const squatted = await world.newestToken();
    const operator = { name: 'Olga', reason: 'asked by Ada of Example Street' };
    const squatter = (await world.as('operator').findAccount({ emailOrAccount: 'new@example.com' })).accountId;
    await world.as('operator').inspectAccount({ accountId: squatter, operator });
    const before = (await world.events()).length;
    expect((await confirm(token)).user).toMatchObject({ id: accountId, email: 'New@example.com' });
    expect(await world.count(`operator_actions WHERE account_id = '${squatter}' AND reason = ''`)).toBe(1);
    expect(await typesAfter(before)).toEqual(['user-deleted', 'email-changed']);
    expect(UserDeleted.decode((await world.events())[before].payload).userId).toBe(squatter);
    await expect(world.gateway().verifyEmail({ token: squatted })).rejects.toMatchObject(dead);
    await expect(world.gateway().login({ email: 'new@example.com', password: 'squatter pw' })).rejects.toMatchObject({
      code: 'invalid_credentials',
    });
  });

  it('leaves one account per address when strangers register it during the change', async () => {
    const token = await ask();
    const register = () =>
      world.gateway().register({ name: 'S', email: 'new@example.com', password: 'squatter pw', referralCode: '' });
    const [confirmed] = await Promise.all([confirm(token), Promise.allSettled([register(), register(), register()])]);
    expect(confirmed.user!.email).toBe('New@example.com');
    expect(await world.count(`users WHERE email_normalised = 'new@example.com'`)).toBe(1);
    await world.gateway().login({ email: 'new@example.com', password });
  });

  it('refuses two accounts that want the address of the other, without a deadlock', async () => {
    const { user, sessionToken } = await world.verifiedUser('grace@example.com', password);
    const mine = await ask('one@example.com');
    await world.database.query(
      `UPDATE mail_requests SET address = 'grace@example.com' WHERE address = 'one@example.com'`,
    );
    await world
      .gateway()
      .updateProfile({ accountId: user.id, name: 'G', email: 'two@example.com', currentPassword: '' });
    const theirs = await world.newestToken();
    await world.database.query(
      `UPDATE mail_requests SET address = 'ada@example.com' WHERE address = 'two@example.com'`,
    );
    const results = await Promise.allSettled([
      confirm(mine),
      world.gateway().verifyEmail({ token: theirs, accountId: user.id, sessionId: sessionIdOf(sessionToken) }),
    ]);
    for (const result of results) expect(result).toMatchObject({ status: 'rejected', reason: { code: 'email_taken' } });
  });
});
