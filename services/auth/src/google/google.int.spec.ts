import { EmailVerified, UserRegistered } from '@precis/proto/events/auth/v1/user';
import { AuthWorld } from '../testing/auth-world.js';
import { ForgetEnded } from '../retention/forget-ended.usecase.js';
import { FaultyProvider } from './testing/faulty-provider.js';

interface Person {
  sub: string;
  email?: string;
  email_verified?: unknown;
  name?: string;
  hd?: string;
}

// Google is authoritative for the address.
const ada: Person = { sub: 'ada-at-google', email: 'Ada@example.com', name: 'Ada Lovelace', hd: 'example.com' };
const visitor = { client: 'Firefox', address: '192.0.2.7', device: '' };
const payloadOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString());

describe('signing in with Google', () => {
  let world: AuthWorld;
  let provider: FaultyProvider;
  beforeEach(async () => {
    provider = await FaultyProvider.start();
    world = await AuthWorld.start(provider.settings);
  });
  afterEach(async () => {
    await world?.close();
    await provider?.close();
  });

  const finish = async (person: Person) => {
    const { url, transaction } = await world.gateway().beginGoogle({});
    const { handoffToken } = await world
      .gateway()
      .finishGoogle({ ...provider.signIn(url, person), transaction, visitor });
    return { handoffToken, transaction };
  };
  const signIn = async (person: Person) => {
    const { sessionToken, user } = await world.gateway().redeemHandoff(await finish(person));
    return { sessionToken, user: user! };
  };
  const types = async () => (await world.events()).map((row) => row.type);
  const kinds = async (userId: string): Promise<string[]> =>
    (await world.database.query('SELECT kind FROM activity WHERE user_id = $1 ORDER BY at, kind', [userId])).map(
      (row: { kind: string }) => row.kind,
    );
  const isLive = async (token: string) =>
    world
      .gateway()
      .authenticateSession({ sessionId: payloadOf(token).sid })
      .then(
        () => true,
        () => false,
      );

  it('sends the browser to the provider with state, nonce and an S256 challenge, and stores none of their secrets', async () => {
    const { url, transaction } = await world.gateway().beginGoogle({});
    const query = Object.fromEntries(new URL(url).searchParams);
    expect(url.startsWith(`${provider.issuer}/authorize?`)).toBe(true);
    expect(query).toEqual({
      response_type: 'code',
      client_id: 'precis-under-test',
      redirect_uri: 'http://localhost:8080/api/auth/google/callback',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      prompt: 'select_account',
    });
    expect(new Set([transaction, query.state, query.nonce, query.code_challenge]).size).toBe(4);
    const [row] = await world.database.query('SELECT t::text AS row FROM oauth_transactions t');
    for (const secret of [transaction, query.state, query.nonce]) expect(row.row).not.toContain(secret);
  });

  it('creates a verified account without a password for an unknown e-mail, once', async () => {
    const first = await signIn(ada);
    expect(first.user).toMatchObject({
      name: 'Ada Lovelace',
      email: 'Ada@example.com',
      emailVerified: true,
      hasPassword: false,
      googleLinked: true,
    });
    expect(payloadOf(first.sessionToken).sub).toBe(first.user.id);
    expect(await isLive(first.sessionToken)).toBe(true);
    const events = await world.events();
    expect(events.map((row) => row.type)).toEqual(['user-registered', 'email-verified', 'google-linked']);
    const registered = UserRegistered.decode(events[0].payload);
    expect(registered).toMatchObject({ userId: first.user.id, referralCode: '' });
    expect(registered.emailHash).toHaveLength(32);
    expect(EmailVerified.decode(events[1].payload).referralCode).toBe('');
    expect(await kinds(first.user.id)).toEqual(
      expect.arrayContaining(['email-verified', 'google-linked', 'registered']),
    );
    const [session] = await world.database.query('SELECT how, client, address FROM sessions');
    expect(session).toMatchObject({ how: 'google', address: '192.0.2.7' });

    const second = await signIn({ sub: ada.sub, email: 'ada@moved.example.com', email_verified: false });
    expect(second.user.id).toBe(first.user.id);
    expect(second.user.email).toBe('Ada@example.com');
    expect(second.sessionToken).not.toBe(first.sessionToken);
    expect(await types()).toHaveLength(3);
  });

  it('links a verified account of that e-mail, which keeps its password, sessions and name', async () => {
    const { user, sessionToken } = await world.verifiedUser('ada@example.com', 'correct horse');
    const linked = (await signIn(ada)).user;
    expect(linked).toMatchObject({ id: user.id, name: 'Ada', hasPassword: true, googleLinked: true });
    expect(await isLive(sessionToken)).toBe(true);
    await world.gateway().login({ email: 'ada@example.com', password: 'correct horse' });
    expect((await types()).filter((type) => type === 'google-linked')).toHaveLength(1);
    expect((await types()).filter((type) => type === 'email-verified')).toHaveLength(1);
  });

  it('removes password and sessions of an unverified account, then links it', async () => {
    await world
      .gateway()
      .register({ name: 'Mallory', email: 'ada@example.com', password: 'stranger', referralCode: 'MALLORY1' });
    const link = await world.newestToken();
    const [{ id }] = await world.database.query('SELECT id FROM users');
    // Today such an account can have no session; if one exists, it must be removed.
    await world.database.query(
      `INSERT INTO sessions (id, user_id, created_at, expires_at) VALUES (gen_random_uuid(), $1, now(), now() + interval '1 day')`,
      [id],
    );
    const { user } = await signIn(ada);
    expect(user).toMatchObject({
      id,
      name: 'Ada Lovelace',
      emailVerified: true,
      hasPassword: false,
      googleLinked: true,
    });
    expect(await world.count('sessions WHERE revoked_at IS NULL')).toBe(1);
    const login = { email: 'ada@example.com', password: 'stranger' };
    await expect(world.gateway().login(login)).rejects.toMatchObject({ code: 'invalid_credentials' });
    await expect(world.gateway().verifyEmail({ token: link })).rejects.toMatchObject({ kind: expect.any(String) });
    expect((await world.gateway().getUser({ accountId: id })).user).toMatchObject({
      name: 'Ada Lovelace',
      hasPassword: false,
    });
    expect(await types()).toEqual(['user-registered', 'mail-requested', 'email-verified', 'google-linked']);
    const [{ payload }] = await world.database.query(`SELECT payload FROM outbox WHERE type = 'email-verified'`);
    expect(EmailVerified.decode(payload).referralCode).toBe('');
  });

  it('creates one account when two browsers finish at the same time, with one identity or with two of one e-mail', async () => {
    const both = [ada, ada, { ...ada, sub: 'another-sub' }, { ...ada, sub: 'another-sub' }];
    const users = await Promise.all(both.map(async (person) => (await signIn(person)).user.id));
    expect(new Set(users).size).toBe(1);
    expect([await world.count('users'), await world.count('google_identities')]).toEqual([1, 2]);
    expect((await types()).sort()).toEqual(['email-verified', 'google-linked', 'google-linked', 'user-registered']);
  });

  it('reopens a closed account when its owner decides so, and records each log-in (ACC-73)', async () => {
    const { user } = await signIn(ada);
    await world.database.query(`UPDATE users SET erased_at = now() + interval '3 days'`);
    const { url, transaction } = await world.gateway().beginGoogle({});
    const waits = { kind: 'conflict', code: 'account_closing', erasedAt: expect.any(Date) };
    await expect(
      world.gateway().finishGoogle({ ...provider.signIn(url, ada), transaction, visitor }),
    ).rejects.toMatchObject(waits);
    await expect(world.gateway().keepByGoogle({ transaction, visitor })).rejects.toMatchObject(waits);
    expect(await world.count('sessions')).toBe(1);
    const kept = await world.gateway().keepByGoogle({ transaction, visitor, keepAccount: true });
    expect(kept.user).toMatchObject({ id: user.id, erasedAtMs: 0 });
    expect(await isLive(kept.sessionToken)).toBe(true);
    expect((await kinds(user.id)).filter((kind) => kind === 'login-google' || kind === 'reopened')).toEqual([
      'login-google',
      'login-google',
      'reopened',
    ]);
  });

  it('neither opens nor links a suspended account', async () => {
    const { user } = await signIn(ada);
    await world.database.query('UPDATE users SET suspended_at = now()');
    await expect(finish(ada)).rejects.toMatchObject({ kind: 'forbidden', code: 'account_suspended' });
    await expect(finish({ ...ada, sub: 'another-sub' })).rejects.toMatchObject({ code: 'account_suspended' });
    expect([await world.count('google_identities'), await world.count('sessions')]).toEqual([1, 1]);
    await world.database.query('UPDATE users SET suspended_at = NULL');
    expect((await signIn(ada)).user.id).toBe(user.id);
  });

  it('exports the identity with the account', async () => {
    const { user } = await signIn(ada);
    const { json } = await world.gateway().exportAccount({ accountId: user.id });
    expect(JSON.parse(json).google_identities).toMatchObject([{ issuer: provider.issuer, sub: ada.sub }]);
  });

  it('gives the browser the same session for each repeat of its handoff token', async () => {
    const handoff = await finish(ada);
    const answers = await Promise.all([1, 2, 3].map(() => world.gateway().redeemHandoff(handoff)));
    expect(new Set(answers.map(({ sessionToken }) => sessionToken)).size).toBe(1);
    expect(await world.count('sessions')).toBe(1);
    const { txn, ...claims } = payloadOf(handoff.handoffToken);
    expect([Object.keys(claims).sort(), claims.exp - claims.iat]).toEqual([['exp', 'iat'], 60]);
    expect(txn).not.toBe(answers[0].user!.id);
  });

  it('accepts an ES256 token, several audiences with our client as azp, and an invalid name', async () => {
    provider.faults = {
      signed: 'ES256',
      claims: { aud: ['precis-under-test', 'another-client'], azp: 'precis-under-test', name: '\u202eevil' },
    };
    expect((await signIn(ada)).user.name).toBe('Ada');
  });

  it('deletes the outcome of a sign-in an hour after its end', async () => {
    await finish(ada);
    const forget = () => world.app.nest.get(ForgetEnded, { strict: false }).execute();
    world.clock.advance(69 * 60_000);
    await forget();
    expect(await world.count('oauth_transactions')).toBe(1);
    world.clock.advance(2 * 60_000);
    await forget();
    expect(await world.count('oauth_transactions')).toBe(0);
  });

  it('writes no code, token or secret into the log, also when it fails', async () => {
    const { url, transaction } = await world.gateway().beginGoogle({});
    const sent = provider.signIn(url, ada);
    provider.faults = { signed: 'none' };
    await expect(world.gateway().finishGoogle({ ...sent, transaction })).rejects.toMatchObject({
      code: 'google_refused',
    });
    const log = world.logLines.join('\n');
    expect(log).toContain('a sign-in by Google failed');
    for (const secret of [transaction, sent.code, sent.state, 'not-so-secret', 'Ada@example.com', 'ada-at-google'])
      expect([secret, log.includes(secret)]).toEqual([secret, false]);
  });
});

describe('a deployment without a client at Google', () => {
  it('offers no Google sign-in, and one with half of the settings does not start', async () => {
    const world = await AuthWorld.start();
    try {
      await expect(world.gateway().beginGoogle({})).rejects.toMatchObject({
        kind: 'not_found',
        code: 'google_not_configured',
      });
      const sent = { state: 'x', code: 'x', error: '', issuer: '', transaction: 'x' };
      await expect(world.gateway().finishGoogle(sent)).rejects.toMatchObject({ code: 'google_not_configured' });
    } finally {
      await world.close();
    }
    await expect(AuthWorld.start({ GOOGLE_CLIENT_ID: 'half' })).rejects.toThrow('GOOGLE_CLIENT_SECRET');
  });
});
