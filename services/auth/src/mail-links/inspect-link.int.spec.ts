import { AuthWorld } from '../testing/auth-world.js';
import { sessionIdOf } from '../testing/session-id-of.js';

const ada = { name: 'Ada', email: 'Ada@example.com', password: 'correct horse', referralCode: '' };
const DAY_MS = 86_400_000;
const invalid = { kind: 'invalid', code: 'verification_token_invalid' };

describe('the description of a mailed link (ACC-65)', () => {
  let world: AuthWorld;
  beforeEach(async () => void (world = await AuthWorld.start()));
  afterEach(() => world?.close());

  const inspect = (token: string, browserMark = '') => world.gateway().inspectLink({ token, browserMark });

  it('has the registered address, its time, and whether this browser registered it', async () => {
    const beforeMs = world.clock.now().getTime();
    const { browserMark } = await world.gateway().register(ada);
    const token = await world.newestToken();
    const link = { kind: 'verify-email', state: 'open', address: ada.email };
    const found = await inspect(token, browserMark);
    expect(found).toMatchObject({ ...link, sameBrowser: true });
    expect(found.askedAtMs).toBeGreaterThanOrEqual(beforeMs);
    expect(await inspect(token)).toMatchObject({ ...link, sameBrowser: false });
    const other = await world.gateway().register({ ...ada, email: 'grace@example.com' });
    const forged = [other.browserMark, `z${browserMark}`, browserMark.slice(0, -1), 'x.y', '', 'a'.repeat(5_000)];
    for (const mark of forged) expect([mark, (await inspect(token, mark)).sameBrowser]).toEqual([mark, false]);
  });

  it('changes nothing for any number of calls: the link still works', async () => {
    await world.gateway().register(ada);
    const token = await world.newestToken();
    const before = await world.database.query(
      'SELECT u::text, m::text FROM users u JOIN mail_requests m ON m.user_id = u.id',
    );
    for (let look = 0; look < 3; look++) await inspect(token);
    expect(
      await world.database.query('SELECT u::text, m::text FROM users u JOIN mail_requests m ON m.user_id = u.id'),
    ).toEqual(before);
    expect((await world.gateway().verifyEmail({ token })).user!.emailVerified).toBe(true);
  });

  it('recognises for 24 hours the browser that registered, also for a link that was sent again', async () => {
    const { browserMark } = await world.gateway().register(ada);
    world.clock.advance(DAY_MS - 60_000);
    await world.gateway().resendVerification({ email: ada.email });
    const token = await world.newestToken();
    expect((await inspect(token, browserMark)).sameBrowser).toBe(true);
    world.clock.advance(60_001);
    expect((await inspect(token, browserMark)).sameBrowser).toBe(false);
  });

  it('recognises the browser also after a second registration, and never after one of another address', async () => {
    await world.gateway().register({ ...ada, password: 'a stranger’s' });
    const strangers = await world.newestToken();
    const { browserMark } = await world.gateway().register(ada);
    expect((await inspect(strangers, browserMark)).sameBrowser).toBe(true);
  });

  it('reports a used, ended or expired link of a verified address as verified, without the address', async () => {
    const { browserMark } = await world.gateway().register(ada);
    const spent = await world.newestToken();
    await world.gateway().resendVerification({ email: ada.email });
    const ended = await world.newestToken();
    await world.gateway().verifyEmail({ token: spent });
    world.clock.advance(DAY_MS);
    for (const token of [spent, ended]) {
      expect(await inspect(token, browserMark)).toMatchObject({ state: 'verified', address: '', sameBrowser: false });
      await expect(world.gateway().verifyEmail({ token })).rejects.toMatchObject({ code: 'email_already_verified' });
    }
  });

  it('has the new address of a change, and nothing once the change is over', async () => {
    const { user, sessionToken } = await world.verifiedUser(ada.email);
    const profile = { accountId: user.id, name: 'Ada', email: 'new@example.com', currentPassword: '' };
    await world.gateway().updateProfile(profile);
    const token = await world.newestToken();
    expect(await inspect(token)).toMatchObject({ kind: 'change-email', state: 'open', address: 'new@example.com' });
    await world.gateway().verifyEmail({ token, accountId: user.id, sessionId: sessionIdOf(sessionToken) });
    await expect(inspect(token)).rejects.toMatchObject(invalid);
  });

  it('is refused for an expired, an invented or a reset link', async () => {
    await world.gateway().register(ada);
    const token = await world.newestToken();
    await world.gateway().forgotPassword({ email: ada.email });
    const reset = await world.newestToken();
    world.clock.advance(DAY_MS);
    for (const sent of [token, reset, 'nonsense', 'A'.repeat(43), '\0'])
      await expect(inspect(sent)).rejects.toMatchObject(invalid);
    await expect(inspect('  ')).rejects.toMatchObject({ code: 'verification_token_missing' });
  });
});
