import { UserRegistered } from '@precis/proto/events/auth/v1/user';
import { AuthWorld } from '../testing/auth-world.js';

const ada = { name: '  Ada ', email: ' Ada@Example.com ', password: 'correct horse', referralCode: 'BOB1' };

describe('registration', () => {
  let world: AuthWorld;
  beforeEach(async () => void (world = await AuthWorld.start()));
  afterEach(() => world?.close());

  it('announces the account and asks for its mail, without the address', async () => {
    await world.gateway().register(ada);
    const [registered, mail] = await world.events();
    expect([registered.type, mail.type]).toEqual(['user-registered', 'mail-requested']);
    const { accountId, email } = await world.as('billing').findAccount({ emailOrAccount: 'ADA@example.com' });
    expect(email).toBe('Ada@Example.com');
    expect([registered.key, mail.key]).toEqual([accountId, accountId]);
    const event = UserRegistered.decode(registered.payload);
    expect(event).toMatchObject({ userId: accountId, referralCode: 'BOB1' });
    expect(event.emailHash).toHaveLength(32);
  });

  it('recognises one person behind tags of one mailbox', async () => {
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

  it('refuses a verified e-mail in any case and leaves the account as it is', async () => {
    const { user } = await world.verifiedUser('ada@example.com', 'correct horse');
    await expect(world.gateway().register({ ...ada, password: 'other horse' })).rejects.toMatchObject({
      kind: 'conflict',
      code: 'email_taken',
    });
    expect((await world.gateway().login({ email: 'ada@example.com', password: 'correct horse' })).user!.id).toBe(
      user.id,
    );
  });

  it.each([
    [0, 'Squatter'],
    [1, 'Real Ada'],
    [2, 'Squatter again'],
  ])(
    'of an unverified e-mail again: link %i makes the account that of %s, its password alone counts, the other links end',
    async (used, name) => {
      const typed = [
        { name: 'Squatter', password: 'squatter pw' },
        { name: 'Real Ada', password: 'correct horse' },
        { name: 'Squatter again', password: 'squat again' },
      ];
      const tokens: string[] = [];
      for (const one of typed) {
        await world.gateway().register({ ...ada, ...one });
        tokens.push(await world.newestToken());
      }
      const { user } = await world.gateway().verifyEmail({ token: tokens[used] });
      expect(user).toMatchObject({ name, emailVerified: true, hasPassword: true, apiKey: '' });
      for (const [at, { password }] of typed.entries()) {
        if (at === used) await world.gateway().login({ email: ada.email, password });
        else
          await expect(world.gateway().login({ email: ada.email, password })).rejects.toMatchObject({
            code: 'invalid_credentials',
          });
      }
      for (const token of tokens)
        await expect(world.gateway().verifyEmail({ token })).rejects.toMatchObject({
          code: 'verification_token_invalid',
        });
      expect((await world.events()).map((row) => row.type)).toEqual([
        'user-registered',
        'mail-requested',
        'mail-requested',
        'mail-requested',
        'email-verified',
      ]);
      expect(await world.count('mail_requests WHERE password_hash IS NOT NULL')).toBe(0);
    },
  );

  it('of an unverified e-mail again leaves the mail that its owner asks for again with what was typed first', async () => {
    await world.gateway().register(ada);
    await world.gateway().register({ ...ada, name: 'Stranger', password: 'stranger pw' });
    await world.gateway().resendVerification({ email: ada.email });
    const { user } = await world.gateway().verifyEmail({ token: await world.newestToken() });
    expect(user!.name).toBe('Ada');
    await world.gateway().login({ email: ada.email, password: ada.password });
    await expect(world.gateway().login({ email: ada.email, password: 'stranger pw' })).rejects.toMatchObject({
      code: 'invalid_credentials',
    });
  });

  it('makes one account of parallel registrations of one e-mail, every link working', async () => {
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
