import { AuthWorld } from '../testing/auth-world.js';
import { sessionIdOf } from '../testing/session-id-of.js';

const email = 'ada@example.com';
const password = 'correct horse';
const HOUR_MS = 3_600_000;
const dead = { kind: 'invalid', code: 'undo_link_invalid' };

describe('the notice to the old address of a change (ACC-66)', () => {
  let world: AuthWorld;
  let accountId: string;
  let sessionId: string;
  beforeEach(async () => {
    world = await AuthWorld.start();
    const { user, sessionToken } = await world.verifiedUser(email, password);
    [accountId, sessionId] = [user.id, sessionIdOf(sessionToken)];
  });
  afterEach(() => world?.close());

  /** Requests a change and returns the tokens of its two mails. */
  const ask = async (newEmail: string) => {
    await world.gateway().updateProfile({ accountId, name: 'Ada', email: newEmail, currentPassword: '' });
    const { mailRequestId } = (await world.mails()).findLast(({ kind }) => kind === 'change-email-notice')!;
    const notice = await world.as('notifications').redeemMailRequest({ mailRequestId });
    expect(new URL(notice.link).pathname).toBe('/undo-email-change');
    return {
      link: await world.newestToken(),
      undo: new URL(notice.link).searchParams.get('token')!,
      to: notice.address,
    };
  };
  const confirm = (token: string) => world.gateway().verifyEmail({ token, accountId, sessionId });
  const undo = (token: string) => world.gateway().undoEmailChange({ token });
  const current = async () => (await world.gateway().getUser({ accountId })).user!;

  it('restores the address, ends all sessions and the password, and sends a link to set a new one there', async () => {
    const { link, undo: token, to } = await ask('thief@example.com');
    expect(to).toBe(email);
    await confirm(link);
    const thief = sessionIdOf((await world.gateway().login({ email: 'thief@example.com', password })).sessionToken);
    const before = (await world.events()).length;
    expect(await undo(token)).toEqual({ address: email });
    expect(await current()).toMatchObject({ email, pendingEmail: '', hasPassword: false, emailVerified: true });
    for (const session of [sessionId, thief])
      await expect(world.gateway().authenticateSession({ sessionId: session })).rejects.toMatchObject({
        code: 'session_invalid',
      });
    for (const address of [email, 'thief@example.com'])
      await expect(world.gateway().login({ email: address, password })).rejects.toMatchObject({
        code: 'invalid_credentials',
      });
    expect((await world.events()).slice(before).map(({ type }) => type)).toEqual(['email-changed', 'mail-requested']);
    const mail = (await world.mails()).at(-1)!;
    const reset = await world.as('notifications').redeemMailRequest({ mailRequestId: mail.mailRequestId });
    expect(reset).toMatchObject({ kind: 'reset-password', address: email });
    const restored = await world
      .gateway()
      .resetPassword({ token: new URL(reset.link).searchParams.get('token')!, password: 'new horse' });
    expect(restored.user).toMatchObject({ id: accountId, email, hasPassword: true });
    expect((await world.activity(accountId)).filter((kind) => kind === 'email-change-undone')).toHaveLength(1);
  });

  it('works once, for 72 hours after the change took effect', async () => {
    const { link, undo: token } = await ask('new@example.com');
    world.clock.advance(23 * HOUR_MS);
    sessionId = sessionIdOf((await world.gateway().login({ email, password })).sessionToken);
    await confirm(link);
    world.clock.advance(72 * HOUR_MS - 60_000);
    expect(await world.gateway().inspectLink({ token, browserMark: '' })).toMatchObject({
      kind: 'change-email-notice',
      state: 'open',
      address: email,
      sameBrowser: false,
    });
    await undo(token);
    await expect(undo(token)).rejects.toMatchObject(dead);
  });

  it('is dead once 72 hours have passed since the change', async () => {
    const { link, undo: token } = await ask('new@example.com');
    await confirm(link);
    world.clock.advance(72 * HOUR_MS + 1);
    await expect(undo(token)).rejects.toMatchObject(dead);
    await expect(world.gateway().inspectLink({ token, browserMark: '' })).rejects.toMatchObject({ kind: 'invalid' });
    expect((await current()).email).toBe('new@example.com');
  });

  it('ends a pending change: its link is dead, and the session that requested it has ended', async () => {
    const { link, undo: token } = await ask('thief@example.com');
    await undo(token);
    expect(await current()).toMatchObject({ email, pendingEmail: '' });
    await expect(confirm(link)).rejects.toMatchObject({ code: 'verification_token_invalid' });
    expect((await world.events()).map(({ type }) => type)).not.toContain('email-changed');
  });

  it('undoes every later change too, and no later notice can reverse that', async () => {
    const first = await ask('one@example.com');
    await confirm(first.link);
    world.clock.advance(1_000);
    const second = await ask('two@example.com');
    await confirm(second.link);
    expect(second.to).toBe('one@example.com');
    await undo(first.undo);
    expect((await current()).email).toBe(email);
    await expect(undo(second.undo)).rejects.toMatchObject(dead);
  });

  it('never returns the account to a thief after its owner changed the address back', async () => {
    const theirs = await ask('thief@example.com');
    await confirm(theirs.link);
    world.clock.advance(HOUR_MS);
    const back = await ask(email);
    expect(back.to).toBe('thief@example.com');
    await confirm(back.link);
    await expect(undo(back.undo)).rejects.toMatchObject(dead);
    expect(await current()).toMatchObject({ email, hasPassword: true });
    expect(await undo(theirs.undo)).toEqual({ address: email });
  });

  it('to the first address stays valid longer than later ones, so that no thief can wait for its end', async () => {
    const theirs = await ask('thief@example.com');
    await confirm(theirs.link);
    world.clock.advance(20 * HOUR_MS);
    const away = await ask('elsewhere@example.com');
    await confirm(away.link);
    world.clock.advance(71 * HOUR_MS);
    expect(await undo(away.undo)).toEqual({ address: 'thief@example.com' });
    world.clock.advance(71 * HOUR_MS);
    expect(await undo(theirs.undo)).toEqual({ address: email });
  });

  it('survives everything that a thief can do: later changes, a reset, a new password, closing the account', async () => {
    const { link, undo: token } = await ask('thief@example.com');
    await confirm(link);
    await world
      .gateway()
      .updatePassword({ accountId, sessionId, currentPassword: password, newPassword: 'theirs now' });
    await world.gateway().forgotPassword({ email: 'thief@example.com' });
    const reset = await world.gateway().resetPassword({ token: await world.newestToken(), password: 'theirs again' });
    await world
      .gateway()
      .closeAccount({ accountId, password: 'theirs again', sessionId: sessionIdOf(reset.sessionToken) });
    expect(await undo(token)).toEqual({ address: email });
    expect((await current()).email).toBe(email);
  });

  it('deletes an unverified account that took the address, and keeps a verified one (ACC-41)', async () => {
    const first = await ask('new@example.com');
    await confirm(first.link);
    await world.gateway().register({ name: 'S', email, password: 'squatter pw', referralCode: '' });
    await undo(first.undo);
    expect((await current()).email).toBe(email);
    expect(await world.count('users')).toBe(1);
  });

  it('is refused while another verified account has the address, and stays valid', async () => {
    const { link, undo: token } = await ask('new@example.com');
    await confirm(link);
    await world.verifiedUser(email, 'other horse');
    await expect(undo(token)).rejects.toMatchObject({ kind: 'conflict', code: 'email_taken' });
    expect((await current()).email).toBe('new@example.com');
    await world.gateway().authenticateSession({ sessionId });
  });

  it('drops the Google identities of the address that is undone (ACC-64)', async () => {
    const { link, undo: token } = await ask('thief@example.com');
    await confirm(link);
    await world.database.query(
      `INSERT INTO google_identities (issuer, sub, user_id, email, created_at) VALUES ('i', 'thief', $1, 'thief@example.com', now())`,
      [accountId],
    );
    await undo(token);
    expect(await world.count('google_identities')).toBe(0);
  });

  it('works exactly once for simultaneous uses', async () => {
    const { link, undo: token } = await ask('new@example.com');
    await confirm(link);
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => undo(token)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await world.mails()).filter(({ kind }) => kind === 'reset-password')).toHaveLength(1);
  });

  it.each(['', 'nonsense', 'A'.repeat(43)])('is refused for %j and for the link of another mail', async (token) => {
    await expect(undo(token)).rejects.toMatchObject(dead);
    await world.gateway().forgotPassword({ email });
    await expect(undo(await world.newestToken())).rejects.toMatchObject(dead);
    const { link } = await ask('new@example.com');
    await expect(undo(link)).rejects.toMatchObject(dead);
  });

  it('changes nothing in a suspended account, and stays valid', async () => {
    const { link, undo: token } = await ask('new@example.com');
    await confirm(link);
    await world.database.query('UPDATE users SET suspended_at = now()');
    await expect(undo(token)).rejects.toMatchObject({ code: 'account_suspended' });
    await world.database.query('UPDATE users SET suspended_at = NULL');
    await undo(token);
  });
});
