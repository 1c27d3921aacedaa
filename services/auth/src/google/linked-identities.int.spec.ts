import { AuthWorld } from '../testing/auth-world.js';
import { sessionIdOf } from '../testing/session-id-of.js';
import { FaultyProvider } from './testing/faulty-provider.js';

const password = 'correct horse';
const visitor = { client: 'Firefox', address: '192.0.2.7', device: '' };
/** At an address for which Google is not authoritative. */
const ada = { sub: 'ada-at-google', email: 'ada@example.com', name: 'Ada' };
const vouched = { ...ada, hd: 'example.com' };

let provider: FaultyProvider;
let world: AuthWorld;
beforeEach(async () => {
  provider = await FaultyProvider.start();
  world = await AuthWorld.start(provider.settings);
});
afterEach(async () => {
  await world?.close();
  await provider?.close();
});

/** Finishes a sign-in with Google as this person: the browser's cookie, and auth's answer. */
const comeBack = async (person: typeof ada & { hd?: string }) => {
  const { url, transaction } = await world.gateway().beginGoogle({});
  const finished = await world
    .gateway()
    .finishGoogle({ ...provider.signIn(url, person), transaction, visitor })
    .then(
      ({ handoffToken }) => ({ handoffToken, code: '' }),
      (error: { code: string }) => ({ handoffToken: '', code: error.code }),
    );
  return { transaction, ...finished };
};
const signIn = async (person: typeof ada & { hd?: string }) => {
  const { sessionToken, user } = await world.gateway().redeemHandoff(await comeBack(person));
  return { sessionId: sessionIdOf(sessionToken), user: user! };
};
const link = (transaction: string, typed = password) =>
  world.gateway().linkGoogle({ transaction, password: typed, visitor });
const isLive = (sessionId: string) =>
  world
    .gateway()
    .authenticateSession({ sessionId })
    .then(
      () => true,
      () => false,
    );
const listed = async (accountId: string) => {
  const { identities, removable } = await world.gateway().listGoogleIdentities({ accountId });
  return { emails: identities.map(({ email }) => email), removable, ids: identities.map(({ id }) => id) };
};
const identities = () => world.count('google_identities');

describe('a Google account with an address for which Google is not authoritative (ACC-62)', () => {
  it('does not open the account of that address until the password was entered once; after that Google signs in', async () => {
    const { user } = await world.verifiedUser(ada.email, password);
    const { transaction, code } = await comeBack(ada);
    expect([code, await identities()]).toEqual(['google_password_needed', 0]);
    const linked = await link(transaction);
    expect(linked.user).toMatchObject({ id: user.id, hasPassword: true, googleLinked: true });
    expect(await isLive(sessionIdOf(linked.sessionToken))).toBe(true);
    expect((await signIn(ada)).user.id).toBe(user.id);
    expect((await world.events()).filter(({ type }) => type === 'google-linked')).toHaveLength(1);
    expect(await world.activity(user.id)).toEqual(expect.arrayContaining(['google-linked', 'login-google']));
  });

  it('keeps its ticket after a wrong password, which counts as a guess, and spends it with the right one', async () => {
    await world.verifiedUser(ada.email, password);
    const { transaction } = await comeBack(ada);
    await expect(link(transaction, 'wrong horse')).rejects.toMatchObject({ code: 'current_password_wrong' });
    // One count of the address, and one of the account.
    expect(await world.count('password_guesses')).toBe(2);
    await link(transaction);
    await expect(link(transaction)).rejects.toMatchObject({ kind: 'invalid', code: 'link_ticket_invalid' });
    expect(await identities()).toBe(1);
  });

  it('is limited like a login: too many guesses give too_many_attempts, even with the right password', async () => {
    await world.verifiedUser(ada.email, password);
    const { transaction } = await comeBack(ada);
    const codes: string[] = [];
    for (let guess = 0; guess < 22; guess++)
      await link(transaction, `guess ${guess}`).catch((error: { code: string }) => codes.push(error.code));
    expect(new Set(codes)).toEqual(new Set(['current_password_wrong', 'too_many_attempts']));
    await expect(link(transaction)).rejects.toMatchObject({ code: 'too_many_attempts' });
    expect(await identities()).toBe(0);
  });

  it.each([
    'another browser',
    'no sign-in',
    'after ten minutes',
    'after the password was changed',
    'after the address was changed',
  ])('links nothing (%s)', async (how) => {
    const { user, sessionToken } = await world.verifiedUser(ada.email, password);
    const { transaction } = await comeBack(ada);
    const sessionId = sessionIdOf(sessionToken);
    let typed = password;
    if (how === 'after ten minutes') world.clock.advance(600_000);
    if (how === 'after the password was changed') {
      const change = { currentPassword: password, newPassword: 'new horse' };
      await world.gateway().updatePassword({ accountId: user.id, sessionId, ...change });
      typed = password;
    }
    if (how === 'after the address was changed') {
      const profile = { accountId: user.id, name: 'Ada', email: 'new@example.com', currentPassword: '' };
      await world.gateway().updateProfile(profile);
      await world.gateway().verifyEmail({ token: await world.newestToken(), accountId: user.id, sessionId });
    }
    const browser = how === 'another browser' ? (await world.gateway().beginGoogle({})).transaction : transaction;
    const cookie = how === 'no sign-in' ? '' : browser;
    const refusal = how === 'after the password was changed' ? 'current_password_wrong' : 'link_ticket_invalid';
    await expect(link(cookie, typed)).rejects.toMatchObject({ code: refusal });
    expect(await identities()).toBe(0);
  });

  it('links exactly once when many calls come at the same time', async () => {
    await world.verifiedUser(ada.email, password);
    const { transaction } = await comeBack(ada);
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => link(transaction)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect([await identities(), await world.count(`sessions WHERE how = 'google'`)]).toEqual([1, 1]);
  });

  it('never joins an account without a password; the owner must set one by a reset first', async () => {
    const owner = await signIn(ada);
    expect((await comeBack({ ...ada, sub: 'thief' })).code).toBe('google_link_needs_reset');
    expect((await comeBack({ ...vouched, sub: 'same-owner' })).code).toBe('');
    expect(await listed(owner.user.id)).toMatchObject({ emails: [ada.email, ada.email], removable: true });
  });

  it('reports that the account is suspended, and asks for no password', async () => {
    await world.verifiedUser(ada.email, password);
    await world.database.query('UPDATE users SET suspended_at = now()');
    expect((await comeBack(ada)).code).toBe('account_suspended');
  });
});

describe('the Google identities of an account (ACC-63)', () => {
  it('are listed with their current address at Google, and their times of sign-in', async () => {
    const { user } = await signIn(vouched);
    await signIn({ ...vouched, email: 'Ada@Moved.example' });
    const { identities: found } = await world.gateway().listGoogleIdentities({ accountId: user.id });
    expect(found).toEqual([
      {
        id: expect.any(String),
        email: 'ada@moved.example',
        linkedAtMs: expect.any(Number),
        lastUsedAtMs: expect.any(Number),
      },
    ]);
    expect(found[0].lastUsedAtMs).toBeGreaterThan(found[0].linkedAtMs - 1);
  });

  it('are removed together with the sessions that began with Google, except the caller’s; the identity then opens nothing', async () => {
    const { user, sessionToken } = await world.verifiedUser(ada.email, password);
    const [thief, own] = [await signIn(vouched), sessionIdOf(sessionToken)];
    const [id] = (await listed(user.id)).ids;
    await world.gateway().unlinkGoogle({ accountId: user.id, identityId: id, sessionId: own, visitor });
    expect([await isLive(thief.sessionId), await isLive(own), await identities()]).toEqual([false, true, 0]);
    expect((await world.gateway().getUser({ accountId: user.id })).user!.googleLinked).toBe(false);
    expect((await comeBack(ada)).code).toBe('google_password_needed');
    expect((await world.activity(user.id)).at(-1)).toBe('google-unlinked');
  });

  it('keep the last way to log in: an account without a password keeps one, also when two are removed at the same time', async () => {
    const { user, sessionId } = await signIn(vouched);
    const remove = (identityId: string) => world.gateway().unlinkGoogle({ accountId: user.id, identityId, sessionId });
    const [only] = (await listed(user.id)).ids;
    expect((await listed(user.id)).removable).toBe(false);
    await expect(remove(only)).rejects.toMatchObject({ kind: 'conflict', code: 'last_way_in' });
    await signIn({ ...vouched, sub: 'another' });
    const { ids } = await listed(user.id);
    const results = await Promise.allSettled(ids.map(remove));
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await identities()).toBe(1);
    await world.gateway().updatePassword({ accountId: user.id, sessionId, currentPassword: '', newPassword: password });
    await remove((await listed(user.id)).ids[0]);
    expect(await identities()).toBe(0);
  });

  it('cannot be removed by another account, or by a session that has ended', async () => {
    const { user, sessionToken } = await world.verifiedUser(ada.email, password);
    await signIn(vouched);
    const other = await world.verifiedUser('grace@example.com', password);
    const [identityId] = (await listed(user.id)).ids;
    const remove = (accountId: string, sessionId: string, id = identityId) =>
      world.gateway().unlinkGoogle({ accountId, sessionId, identityId: id });
    const theirs = sessionIdOf(other.sessionToken);
    await expect(remove(other.user.id, theirs)).rejects.toMatchObject({ code: 'identity_not_found' });
    await expect(remove(user.id, theirs)).rejects.toMatchObject({ code: 'session_invalid' });
    for (const id of ['', 'x', '00000000-0000-0000-0000-000000000000'])
      await expect(remove(user.id, sessionIdOf(sessionToken), id)).rejects.toMatchObject({
        code: 'identity_not_found',
      });
    await world.gateway().logout({ sessionId: sessionIdOf(sessionToken) });
    await expect(remove(user.id, sessionIdOf(sessionToken))).rejects.toMatchObject({ code: 'session_invalid' });
    expect(await identities()).toBe(1);
  });
});

describe('identities that do not prove the address (ACC-64)', () => {
  const reset = async () => {
    await world.gateway().forgotPassword({ email: ada.email });
    return world.gateway().resetPassword({ token: await world.newestToken(), password: 'new horse' });
  };

  it('are removed by a reset of the password; one of the account’s own address stays', async () => {
    const { user } = await world.verifiedUser(ada.email, password);
    await signIn({ ...vouched, sub: 'stays' });
    await signIn({ ...vouched, sub: 'moves' });
    await signIn({ ...vouched, sub: 'moves', email: 'thief@elsewhere.example' });
    await signIn({ ...vouched, sub: 'unknown' });
    await world.database.query(`UPDATE google_identities SET email = '' WHERE sub = 'unknown'`);
    await reset();
    expect((await listed(user.id)).emails).toEqual([ada.email]);
    expect(await world.activity(user.id)).toContain('google-unlinked');
    expect((await comeBack({ ...ada, sub: 'moves', email: 'thief@elsewhere.example' })).code).toBe('');
    expect(await world.count('users')).toBe(2);
  });

  it('are removed by a confirmed change of address, with their sessions; the confirming session stays', async () => {
    const { user, sessionToken } = await world.verifiedUser(ada.email, password);
    const own = sessionIdOf(sessionToken);
    const byGoogle = await signIn(vouched);
    const profile = { accountId: user.id, name: 'Ada', email: 'new@example.com', currentPassword: '' };
    await world.gateway().updateProfile(profile);
    const token = await world.newestToken();
    expect(await identities()).toBe(1);
    const changed = await world.gateway().verifyEmail({ token, accountId: user.id, sessionId: own });
    expect(changed.user).toMatchObject({ email: 'new@example.com', googleLinked: false });
    expect([await isLive(own), await isLive(byGoogle.sessionId)]).toEqual([true, false]);
  });

  it('are removed by a reset also for the account’s own address when Google is not authoritative for it', async () => {
    const { user } = await world.verifiedUser(ada.email, password);
    await link((await comeBack(ada)).transaction);
    await signIn({ ...vouched, sub: 'stays' });
    await reset();
    expect(await listed(user.id)).toMatchObject({ emails: [ada.email], removable: true });
    expect((await comeBack(ada)).code).toBe('google_password_needed');

    const grace = { sub: 'had-the-mailbox-once', email: 'grace@example.com', name: 'Grace' };
    const thief = await signIn(grace);
    await world.gateway().forgotPassword({ email: grace.email });
    await world.gateway().resetPassword({ token: await world.newestToken(), password: 'her horse' });
    expect([(await listed(thief.user.id)).emails, await isLive(thief.sessionId)]).toEqual([[], false]);
    expect((await comeBack(grace)).code).toBe('google_password_needed');
  });

  it('are judged by the last sign-in at a reset, not by the first', async () => {
    const { user } = await world.verifiedUser(ada.email, password);
    await signIn(vouched);
    await signIn(ada);
    await reset();
    expect((await listed(user.id)).emails).toEqual([]);
  });

  it('are the only ones that a reset removes', async () => {
    const { user } = await world.verifiedUser(ada.email, password);
    await signIn(vouched);
    await reset();
    expect(await listed(user.id)).toMatchObject({ emails: [ada.email] });
    expect(await world.activity(user.id)).not.toContain('google-unlinked');
  });
});
