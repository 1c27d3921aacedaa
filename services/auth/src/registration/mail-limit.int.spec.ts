import { AuthWorld } from '../testing/auth-world.js';

const ada = { name: 'Ada', email: 'ada@example.com', password: 'correct horse', referralCode: '' };
const DAY_MS = 86_400_000;
const RESET_LIVES_MS = 1_800_000;

describe('the mails that one address gets in a day', () => {
  let world: AuthWorld;
  beforeEach(async () => {
    world = await AuthWorld.start();
    await world.gateway().register(ada);
  });
  afterEach(() => world?.close());

  const resend = () => world.gateway().resendVerification({ email: ada.email });
  const mails = async () => (await world.events()).filter((row) => row.type === 'mail-requested').length;
  const usedUp = async () => {
    for (let n = 0; n < 9; n++) await world.gateway().register(ada);
    for (let n = 0; n < 10; n++) await resend();
    expect(await mails()).toBe(20);
  };

  it('are at most 20; further requests get the same answer without a mail until the day is over', async () => {
    await usedUp();
    expect(await world.gateway().register(ada)).toEqual({ browserMark: expect.any(String) });
    expect(await resend()).toEqual({});
    expect([await mails(), await world.count('mail_requests')]).toEqual([20, 20]);
    world.clock.advance(DAY_MS);
    await world.gateway().register(ada);
    expect(await mails()).toBe(21);
  });

  it('leave earlier links valid at the limit, with the name that was typed for them', async () => {
    const first = await world.newestToken();
    await usedUp();
    await world.gateway().register({ ...ada, name: 'Eve' });
    expect((await world.gateway().verifyEmail({ token: first })).user).toMatchObject({
      name: 'Ada',
      hasPassword: true,
    });
    await world.gateway().login({ email: ada.email, password: ada.password });
  });

  it('do not hide a registration with another password: it contests the password also without a mail (ACC-5)', async () => {
    const first = await world.newestToken();
    await usedUp();
    await world.gateway().register({ ...ada, name: 'Eve', password: 'squatter pw' });
    expect((await world.gateway().verifyEmail({ token: first })).user).toMatchObject({
      name: 'Ada',
      hasPassword: false,
    });
  });

  it('never prevent a reset by the owner: one more is sent whenever no reset link is valid', async () => {
    const forgot = () => world.gateway().forgotPassword({ email: ada.email });
    await world.gateway().verifyEmail({ token: await world.newestToken() });
    for (let n = 0; n < 25; n++) await forgot();
    expect(await mails()).toBe(20);
    world.clock.advance(RESET_LIVES_MS);
    await Promise.all([forgot(), forgot(), forgot()]);
    expect(await mails()).toBe(21);
    await world.gateway().resetPassword({ token: await world.newestToken(), password: 'new horse' });
  });

  it('include reset links, and a change of e-mail is counted separately', async () => {
    await world.gateway().forgotPassword({ email: ada.email });
    const token = await world.newestToken();
    for (let n = 0; n < 20; n++) await resend();
    expect(await mails()).toBe(20);
    const accountId = (await world.gateway().resetPassword({ token, password: ada.password })).user!.id;
    const change = { accountId, name: 'Ada', email: 'new@example.com', currentPassword: '' };
    for (let n = 0; n < 10; n++) await world.gateway().updateProfile(change);
    expect(await mails()).toBe(40);
    await expect(world.gateway().updateProfile({ ...change, name: 'Not saved' })).rejects.toMatchObject({
      kind: 'exhausted',
      code: 'too_many_email_changes',
      limit: 10,
    });
    expect((await world.gateway().getUser({ accountId })).user!.name).toBe('Ada');
    world.clock.advance(DAY_MS);
    await world.gateway().updateProfile(change);
  });
});
