import { AuthWorld } from '../testing/auth-world.js';

const ada = { name: 'Ada', email: 'ada@example.com', password: 'correct horse', referralCode: '' };
const DAY_MS = 86_400_000;

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
    await Promise.all(Array.from({ length: 10 }, resend));
    expect(await mails()).toBe(20);
  };

  it('are 20; who asks for more gets the same answer and no mail goes out, until the day is over', async () => {
    await usedUp();
    expect(await world.gateway().register(ada)).toEqual({});
    expect(await resend()).toEqual({});
    expect([await mails(), await world.count('mail_requests')]).toEqual([20, 20]);
    world.clock.advance(DAY_MS);
    await world.gateway().register(ada);
    expect(await mails()).toBe(21);
  });

  it('leave the links that came valid when no more go out, and what was typed for them', async () => {
    const first = await world.newestToken();
    await usedUp();
    await world.gateway().register({ ...ada, name: 'Eve', password: 'squatter pw' });
    expect((await world.gateway().verifyEmail({ token: first })).user!.name).toBe('Ada');
    await world.gateway().login({ email: ada.email, password: ada.password });
  });
});
