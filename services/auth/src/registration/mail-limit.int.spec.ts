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

  it('are at most 20 for a mailbox, however many of its addresses a stranger registers at the same time', async () => {
    const tagged = (tag: number) => `ada+${tag}@example.com`;
    const forgot = (email: string) => world.gateway().forgotPassword({ email });
    const all = Array.from({ length: 25 }, (_, tag) => world.gateway().register({ ...ada, email: tagged(tag) }));
    expect(await Promise.all(all)).toEqual(Array(25).fill({ browserMark: expect.any(String) }));
    expect([await mails(), await world.count('users')]).toEqual([20, 26]);
    for (let tag = 0; tag < 3; tag++) await world.gateway().resendVerification({ email: tagged(tag) });
    expect(await mails()).toBe(20);
    // While no reset link of the mailbox is valid, one more is sent.
    for (let tag = 0; tag < 3; tag++) await forgot(tagged(tag));
    expect(await mails()).toBe(21);
    world.clock.advance(DAY_MS);
    await world.gateway().register({ ...ada, email: tagged(99) });
    expect(await mails()).toBe(22);
  });

  it('are not used up by registrations of other addresses of the mailbox', async () => {
    const owned = 'ada+owned@example.com';
    const { user } = await world.verifiedUser(owned);
    for (let tag = 0; tag < 20; tag++) await world.gateway().register({ ...ada, email: `ada+${tag}@example.com` });
    expect(await mails()).toBe(20);
    await resend();
    await world.gateway().forgotPassword({ email: owned });
    expect(await mails()).toBe(22);
    const reset = await world.gateway().resetPassword({ token: await world.newestToken(), password: 'new horse' });
    expect(reset.user!.id).toBe(user.id);
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
