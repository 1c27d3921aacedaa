import { EmailVerified, UserRegistered } from '@precis/proto/events/auth/v1/user';
import { AuthWorld } from '../testing/auth-world.js';

const ada = { name: '  Ada ', email: ' Ada@Example.com ', password: 'correct horse', referralCode: 'BOB1' };

describe('registration', () => {
  let world: AuthWorld;
  beforeEach(async () => void (world = await AuthWorld.start()));
  afterEach(() => world?.close());

  it('announces the account and requests its mail, without the address', async () => {
    await world.gateway().register(ada);
    const [registered, mail] = await world.events();
    expect([registered.type, mail.type]).toEqual(['user-registered', 'mail-requested']);
    const { accountId, email } = await world.as('operator').findAccount({ emailOrAccount: 'ADA@example.com' });
    expect(email).toBe('Ada@Example.com');
    expect([registered.key, mail.key]).toEqual([accountId, accountId]);
    const event = UserRegistered.decode(registered.payload);
    expect(event).toMatchObject({ userId: accountId, referralCode: 'BOB1' });
    expect(event.emailHash).toHaveLength(32);
  });

  it('recognises one person with several tags of one mailbox', async () => {
    await world.gateway().register({ ...ada, email: 'a.da@gmail.com' });
    await world.gateway().register({ ...ada, email: 'ada+again@googlemail.com' });
    const hashes = (await world.events())
      .filter((row) => row.type === 'user-registered')
      .map((row) => Buffer.from(UserRegistered.decode(row.payload).emailHash).toString('hex'));
    expect(hashes).toHaveLength(2);
    expect(hashes[0]).toBe(hashes[1]);
  });

  it.each([
    [{ ...ada, name: '   ' }, 'name_invalid'],
    [{ ...ada, email: 'ada' }, 'email_invalid'],
    [{ ...ada, password: '12345' }, 'password_too_short'],
    [{ ...ada, password: 'x'.repeat(129) }, 'password_too_long'],
    [{ ...ada, name: 'Ada\0' }, 'name_invalid'],
    [{ ...ada, name: 'Ada\ud800' }, 'name_invalid'],
  ])('refuses %j', async (request, code) => {
    await expect(world.gateway().register(request)).rejects.toMatchObject({ kind: 'invalid', code });
    expect(await world.count('users')).toBe(0);
  });

  it('refuses a verified e-mail in any case and leaves the account unchanged', async () => {
    const { user } = await world.verifiedUser('ada@example.com', 'correct horse');
    await expect(world.gateway().register({ ...ada, password: 'other horse' })).rejects.toMatchObject({
      kind: 'conflict',
      code: 'email_taken',
    });
    expect((await world.gateway().login({ email: 'ada@example.com', password: 'correct horse' })).user!.id).toBe(
      user.id,
    );
  });

  const refusedLogin = async (password: string) =>
    expect(world.gateway().login({ email: ada.email, password })).rejects.toMatchObject({
      kind: 'unauthenticated',
      code: 'invalid_credentials',
    });

  it.each([
    [0, 'Squatter', 'SQUAT'],
    [1, 'Real Ada', 'BOB1'],
    [2, 'Squatter again', ''],
  ])(
    'of an unverified e-mail with other passwords: link %i gives the name of %s and its code, and no password is left (ACC-4 to ACC-6)',
    async (used, name, referralCode) => {
      const typed = [
        { name: 'Squatter', password: 'squatter pw', referralCode: 'SQUAT' },
        { name: 'Real Ada', password: 'correct horse', referralCode: 'BOB1' },
        { name: 'Squatter again', password: 'squat again', referralCode: '' },
      ];
      const tokens: string[] = [];
      for (const one of typed) {
        await world.gateway().register({ ...ada, ...one });
        tokens.push(await world.newestToken());
      }
      for (const { password } of typed) await refusedLogin(password);
      const { user, sessionToken } = await world.gateway().verifyEmail({ token: tokens[used] });
      expect(user).toMatchObject({ name, emailVerified: true, hasPassword: false, apiKey: '' });
      expect(sessionToken).not.toBe('');
      for (const { password } of typed) await refusedLogin(password);
      for (const token of tokens)
        await expect(world.gateway().verifyEmail({ token })).rejects.toMatchObject({ code: 'email_already_verified' });
      const events = await world.events();
      expect(events.map((row) => row.type)).toEqual([
        'user-registered',
        'mail-requested',
        'mail-requested',
        'mail-requested',
        'email-verified',
      ]);
      expect(EmailVerified.decode(events.at(-1)!.payload)).toMatchObject({ userId: user!.id, referralCode });
      expect(await world.activity(user!.id)).toEqual(['registered', 'email-verified']);
    },
  );

  it('of an unverified e-mail with the same password keeps the password valid', async () => {
    await world.gateway().register(ada);
    await world.gateway().register({ ...ada, name: 'Ada L.' });
    await expect(world.gateway().login({ email: ada.email, password: ada.password })).rejects.toMatchObject({
      code: 'email_not_verified',
    });
    const { user } = await world.gateway().verifyEmail({ token: await world.newestToken() });
    expect(user).toMatchObject({ name: 'Ada L.', hasPassword: true });
    await world.gateway().login({ email: ada.email, password: ada.password });
  });

  it('of an unverified e-mail by a stranger keeps the first name and code for a mail that is sent again', async () => {
    await world.gateway().register(ada);
    await world.gateway().register({ ...ada, name: 'Stranger', password: 'stranger pw', referralCode: 'SQUAT' });
    await world.gateway().resendVerification({ email: ada.email });
    const { user } = await world.gateway().verifyEmail({ token: await world.newestToken() });
    expect(user).toMatchObject({ name: 'Ada', hasPassword: false });
    expect(EmailVerified.decode((await world.events()).at(-1)!.payload).referralCode).toBe('BOB1');
  });

  it('with two passwords at the same time leaves neither valid', async () => {
    const passwords = ['correct horse', 'stranger pw'];
    await Promise.all(passwords.map((password) => world.gateway().register({ ...ada, password })));
    for (const password of passwords) await refusedLogin(password);
    const { user } = await world.gateway().verifyEmail({ token: await world.newestToken() });
    expect(user!.hasPassword).toBe(false);
  });

  it('leaves no password valid when a copy of an older release wrote links with different passwords', async () => {
    await world.gateway().register(ada);
    await world.gateway().resendVerification({ email: ada.email });
    await world.database.query(`UPDATE mail_requests SET password_hash = (SELECT password_hash FROM users)`);
    await world.database.query(
      `UPDATE mail_requests SET password_hash = 'another' WHERE id = (SELECT id FROM mail_requests ORDER BY created_at LIMIT 1)`,
    );
    const { user } = await world.gateway().verifyEmail({ token: await world.newestToken() });
    expect(user!.hasPassword).toBe(false);
    await refusedLogin(ada.password);
  });

  it('makes one account for parallel requests with one e-mail, and all of their links work', async () => {
    await Promise.all(Array.from({ length: 8 }, () => world.gateway().register(ada)));
    expect(await world.count('users')).toBe(1);
    expect(await world.count('mail_requests WHERE superseded_at IS NULL')).toBe(8);
    expect((await world.events()).filter((row) => row.type === 'user-registered')).toHaveLength(1);
  });
});

describe('registration with the password blocklist on', () => {
  let world: AuthWorld;
  beforeAll(async () => void (world = await AuthWorld.start({ PASSWORD_BLOCKLIST: 'on' })));
  afterAll(() => world?.close());

  it('refuses a common password', async () => {
    await expect(world.gateway().register({ ...ada, password: 'Password1' })).rejects.toMatchObject({
      kind: 'invalid',
      code: 'password_common',
    });
  });
});
