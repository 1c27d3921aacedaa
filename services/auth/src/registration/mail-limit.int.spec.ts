import { AuthWorld } from '../testing/auth-world.js';

const ada = { name: 'Ada', email: 'ada@example.com', password: 'correct horse', referralCode: '' };
const HOUR_MS = 3_600_000;

describe('the mails that one address gets in an hour', () => {
  let world: AuthWorld;
  beforeEach(async () => {
    world = await AuthWorld.start();
    await world.gateway().register(ada);
  });
  afterEach(() => world?.close());

  const registerTimes = async (times: number, request = ada) => {
    for (let n = 0; n < times; n++) await world.gateway().register(request);
  };
  const resendTimes = (times: number) => Promise.all(Array.from({ length: times }, () => world.gateway().resendVerification({ email: ada.email })));

  it('are at most 20 for registrations, the next one an hour later', async () => {
    await registerTimes(19);
    await expect(world.gateway().register(ada)).rejects.toMatchObject({ kind: 'exhausted', code: 'too_many_mails', retryAfterSeconds: 3_600 });
    await resendTimes(1);
    expect(await world.count('mail_requests')).toBe(20);
    world.clock.advance(HOUR_MS);
    await registerTimes(1);
    expect(await world.count('mail_requests')).toBe(21);
  });

  it("leave room to register after a stranger's 25 resends, and its link works", async () => {
    await resendTimes(25);
    expect(await world.count('mail_requests')).toBe(10);
    await world.gateway().register({ ...ada, name: 'Real Ada', password: 'staple battery' });
    const { user } = await world.gateway().verifyEmail({ token: await world.newestToken() });
    expect(user!.name).toBe('Real Ada');
    await world.gateway().login({ email: ada.email, password: 'staple battery' });
  });

  it('leave the last link valid when a resend sends no more', async () => {
    await resendTimes(9);
    const last = await world.newestToken();
    await resendTimes(3);
    await world.gateway().verifyEmail({ token: last });
  });

  it('change nothing when a registration is refused: the last link sets the password it was mailed for', async () => {
    await registerTimes(19);
    const last = await world.newestToken();
    await expect(world.gateway().register({ ...ada, name: 'Eve', password: 'squatter pw' })).rejects.toMatchObject({ code: 'too_many_mails' });
    expect((await world.gateway().verifyEmail({ token: last })).user!.name).toBe('Ada');
    await world.gateway().login({ email: ada.email, password: ada.password });
  });
});
