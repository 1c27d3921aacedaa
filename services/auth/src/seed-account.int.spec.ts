import { seedAccount } from './service.js';
import { AuthWorld } from './testing/auth-world.js';

const demo = { name: 'Demo', email: 'Demo@example.com', password: 'demo password' };

describe('the demo account', () => {
  let world: AuthWorld;
  beforeAll(async () => void (world = await AuthWorld.start()));
  afterAll(() => world?.close());

  it('is verified, has a key, is announced like a registration and stays the same over restarts', async () => {
    const first = await seedAccount(world.app, demo);
    expect(await world.gateway().authenticateKey({ apiKey: first.apiKey, client: '' })).toMatchObject({
      accountId: first.accountId,
    });
    expect((await world.gateway().login({ email: 'demo@example.com', password: demo.password })).user).toMatchObject({
      id: first.accountId,
      emailVerified: true,
    });
    await world.app.close();
    world.app = await world.startApp();
    expect(await seedAccount(world.app, demo)).toEqual(first);
    expect((await world.events()).map((row) => row.type)).toEqual([
      'user-registered',
      'email-verified',
      'api-key-generated',
    ]);
  });
});
