import { AuthWorld } from '../testing/auth-world.js';
import { sessionIdOf } from '../testing/session-id-of.js';

const password = 'correct horse';
const [left, taken] = ['left@example.com', 'taken@example.com'];
const refused = { kind: 'exhausted', code: 'too_many_attempts' };
const wrong = { kind: 'unauthenticated', code: 'invalid_credentials' };

describe('the limit on guesses, when an account changes its address (ACC-36)', () => {
  let world: AuthWorld;
  beforeEach(async () => void (world = await AuthWorld.start()));
  afterEach(() => world?.close());

  const visitor = (device = '') => ({ client: 'curl', address: '203.0.113.7', device });
  const login = (email: string, typed: string, device?: string) =>
    world.gateway().login({ email, password: typed, visitor: visitor(device) });
  const exhaust = async (email: string, device?: string) => {
    for (let code = wrong.code; code !== refused.code;) {
      code = await login(email, 'guess', device).catch((error) => error.code);
      expect([wrong.code, refused.code]).toContain(code);
    }
  };
  const owner = async (email: string) => {
    const { user, sessionToken } = await world.verifiedUser(email, password);
    return { accountId: user.id, sessionId: sessionIdOf(sessionToken) };
  };
  const move = async ({ accountId, sessionId }: Awaited<ReturnType<typeof owner>>, email: string) => {
    await world.gateway().updateProfile({ accountId, name: 'Ada', email, currentPassword: '' });
    await world.gateway().verifyEmail({ token: await world.newestToken(), accountId, sessionId });
  };

  it('follows the account, so that a thief of its session gets no fresh guesses by a change, and its owner gets in on a known device', async () => {
    const ada = await owner(left);
    const { device } = await login(left, password);
    await exhaust(left);
    await move(ada, taken);
    await expect(login(taken, password)).rejects.toMatchObject(refused);
    const change = { ...ada, currentPassword: 'guess', newPassword: 'another horse', visitor: visitor() };
    await expect(world.gateway().updatePassword(change)).rejects.toMatchObject(refused);
    expect((await login(taken, password, device)).user!.email).toBe(taken);
  });

  it('leaves the known devices of the next owner of the address their own guesses (ACC-60)', async () => {
    const ada = await owner(left);
    const { device: old } = await login(left, password);
    await exhaust(left, old);
    await move(ada, taken);
    await owner(left);
    const { device } = await login(left, password);
    await expect(login(left, 'guess', device)).rejects.toMatchObject(wrong);
    await expect(login(taken, password, old)).rejects.toMatchObject(refused);
  });

  it('does not show strangers whether the address got or lost an account: their refusal lasts through both', async () => {
    await exhaust(left);
    const ada = await owner(left);
    await expect(login(left, password)).rejects.toMatchObject(refused);
    await move(ada, taken);
    await expect(login(left, password)).rejects.toMatchObject(refused);
    await expect(login(taken, 'guess')).rejects.toMatchObject(wrong);
  });
});
