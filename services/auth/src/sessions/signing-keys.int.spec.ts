import { AuthWorld } from '../testing/auth-world.js';

describe('signing keys', () => {
  let world: AuthWorld;
  beforeEach(async () => void (world = await AuthWorld.start()));
  afterEach(() => world?.close());

  it('are created once by copies that start together, and survive a restart', async () => {
    await world.database.query('DELETE FROM signing_keys');
    const paths = [1, 2, 3].map((n) => `${world.folder}/copy-${n}.sock`);
    const copies = await Promise.all(
      paths.map(async (path) => {
        world.env.GRPC_URL = `unix:${path}`;
        return world.startApp();
      }),
    );
    const kids = new Set<string>();
    for (const path of paths)
      kids.add(JSON.parse((await world.as('gateway', path).getSigningKeys({})).jwksJson).keys[0].kid);
    for (const copy of copies) await copy.close();
    expect(kids.size).toBe(1);
    expect(await world.count('signing_keys')).toBe(1);
    world.env.GRPC_URL = `unix:${world.folder}/later.sock`;
    const later = await world.startApp();
    const { jwksJson } = await world.as('gateway', `${world.folder}/later.sock`).getSigningKeys({});
    await later.close();
    expect(kids.has(JSON.parse(jwksJson).keys[0].kid)).toBe(true);
  });

  it('prevent the start when their encryption key is missing, and are not replaced by new ones', async () => {
    world.env.KEY_ENCRYPTION_KEYS = `2=${Buffer.alloc(32, 2).toString('base64')}`;
    world.env.GRPC_URL = `unix:${world.folder}/other.sock`;
    await expect(world.startApp()).rejects.toThrow('KEY_ENCRYPTION_KEYS lacks version 1');
    expect(await world.count('signing_keys')).toBe(1);
  });
});
