import { ApiKeyRevoked } from '@precis/proto/events/auth/v1/api_key';
import { AuthWorld } from '../testing/auth-world.js';

const HOUR_SECONDS = 3_600;

describe('rotations of a key, one after another', () => {
  let world: AuthWorld;
  let accountId: string;
  let first: string;
  beforeEach(async () => {
    world = await AuthWorld.start();
    accountId = (await world.verifiedUser()).user.id;
    first = (await world.gateway().generateKey({ accountId })).apiKey;
  });
  afterEach(() => world?.close());

  const rotate = async (graceSeconds: number) => (await world.gateway().rotateKey({ accountId, graceSeconds })).apiKey;
  const current = async () => (await world.gateway().getUser({ accountId })).user!.apiKey;
  const admitted = async (keys: string[]) => {
    const tried = await Promise.allSettled(
      keys.map((apiKey) => world.gateway().authenticateKey({ apiKey, client: '' })),
    );
    return keys.filter((_key, at) => tried[at].status === 'fulfilled');
  };
  const idOf = async (apiKey: string) => (await world.gateway().authenticateKey({ apiKey, client: '' })).keyId;
  const liveRows = () => world.count(`api_keys WHERE revoked_at IS NULL`);
  const events = async (type: string) =>
    (await world.events()).filter((row) => row.type === type).map((row) => row.payload);
  const revokedByEvent = async () =>
    (await events('api-key-revoked')).map((payload) => ApiKeyRevoked.decode(payload).keyId);

  it('leave two live keys after twelve with a grace, whether or not the keys were used in between', async () => {
    for (const used of [true, false]) {
      const keys = [await current()];
      for (let n = 0; n < 12; n++) {
        keys.push(await rotate(24 * HOUR_SECONDS));
        if (used) await world.gateway().authenticateKey({ apiKey: keys.at(-1)!, client: '' });
        expect(await liveRows()).toBe(2);
      }
      // When used: the newest two. When never used: the first one and the newest.
      expect(await admitted(keys)).toEqual(used ? keys.slice(-2) : [keys[0], keys.at(-1)]);
    }
  });

  it('end an earlier grace when the replaced key was used, with one event, and list its key as revoked', async () => {
    const firstId = await idOf(first);
    const second = await rotate(HOUR_SECONDS);
    await idOf(second);
    const third = await rotate(HOUR_SECONDS);
    expect(await admitted([first, second, third])).toEqual([second, third]);
    expect(await revokedByEvent()).toEqual([firstId]);
    expect((await world.gateway().listRevoked({ cursor: '' })).ids).toEqual([firstId]);
  });

  it('leave the deployed key and the newest when they happen at the same time', async () => {
    const rotated = await Promise.all(Array.from({ length: 6 }, () => rotate(HOUR_SECONDS)));
    expect((await admitted([first, ...rotated])).toSorted()).toEqual([first, await current()].toSorted());
    expect(rotated).toContain(await current());
    expect(await events('api-key-rotated')).toHaveLength(6);
    world.clock.advance((HOUR_SECONDS + 1) * 1000);
    expect(await admitted([first, ...rotated])).toEqual([await current()]);
  });

  it('end all graces whatever the clock of this copy shows, and so does a revocation', async () => {
    world.clock.advance(2 * HOUR_SECONDS * 1000);
    const ahead = await rotate(HOUR_SECONDS);
    world.clock.advance(-2 * HOUR_SECONDS * 1000);
    const second = await rotate(HOUR_SECONDS);
    expect(await liveRows()).toBe(2);
    // By the fast clock of this copy every grace is over.
    world.clock.advance(48 * HOUR_SECONDS * 1000);
    await world.gateway().revokeKey({ accountId });
    world.clock.advance(-48 * HOUR_SECONDS * 1000);
    expect(await liveRows()).toBe(0);
    expect(await admitted([first, ahead, second])).toEqual([]);
  });

  it('without grace end every earlier grace, with an entry in the list of revoked ids and an event each', async () => {
    const firstId = await idOf(first);
    const second = await rotate(HOUR_SECONDS);
    await idOf(second);
    expect(await revokedByEvent()).toEqual([]);
    const third = await rotate(0);
    expect(await admitted([first, second, third])).toEqual([third]);
    expect(await revokedByEvent()).toEqual([firstId]);
    expect((await world.events()).filter((row) => row.topic === 'auth.api-key.v1').map((row) => row.type)).toEqual([
      'api-key-generated',
      'api-key-rotated',
      'api-key-revoked',
      'api-key-rotated',
    ]);
  });

  it('without a grace leave only the new key, also when an older one was in its grace', async () => {
    const second = await rotate(HOUR_SECONDS);
    const ids = [await idOf(first), await idOf(second)];
    const third = await rotate(0);
    expect(await admitted([first, second, third])).toEqual([third]);
    expect((await world.gateway().listRevoked({ cursor: '' })).ids.toSorted()).toEqual(ids.toSorted());
  });

  it('keep the earlier grace when the replaced key was never used, whatever grace is requested', async () => {
    const second = await rotate(HOUR_SECONDS);
    const third = await rotate(0);
    expect(await admitted([first, second, third])).toEqual([first, third]);
  });

  it('return the end of the older valid key, for any requested grace, and none when there is no older valid key', async () => {
    const told = async (graceSeconds: number) =>
      (await world.gateway().rotateKey({ accountId, graceSeconds })).oldKeyValidUntilMs;
    expect(await told(0)).toBe(0);
    await idOf(await current());
    const end = await told(HOUR_SECONDS);
    expect(end).toBeGreaterThan(world.clock.now().getTime());
    // The key was never used: the earlier grace stays.
    expect(await told(0)).toBe(end);
    await idOf(await current());
    expect(await told(0)).toBe(0);
  });

  it('announce no end of a key whose grace expired by itself', async () => {
    await rotate(60);
    world.clock.advance(60_000);
    await rotate(0);
    expect(await revokedByEvent()).toEqual([]);
  });

  it('do not change the keys of other accounts', async () => {
    const other = (await world.verifiedUser('grace@example.com')).user.id;
    const { apiKey } = await world.gateway().generateKey({ accountId: other });
    const rotated = (await world.gateway().rotateKey({ accountId: other, graceSeconds: HOUR_SECONDS })).apiKey;
    await rotate(0);
    expect(await admitted([apiKey, rotated])).toEqual([apiKey, rotated]);
  });
});

describe('the keys that an account makes in a day', () => {
  let world: AuthWorld;
  let accountId: string;
  beforeEach(async () => {
    world = await AuthWorld.start({ API_KEYS_PER_DAY: '4' });
    accountId = (await world.verifiedUser()).user.id;
    await world.gateway().generateKey({ accountId });
  });
  afterEach(() => world?.close());

  const rotate = () => world.gateway().rotateKey({ accountId, graceSeconds: 0 });
  const refused = { kind: 'exhausted', code: 'too_many_keys', limit: 4 };

  it('are limited, also for parallel rotations: excess ones are refused with the time to wait and change nothing', async () => {
    const results = await Promise.allSettled(Array.from({ length: 20 }, rotate));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject(refused);
    expect(await world.count('api_keys')).toBe(4);
    expect((await world.gateway().listRevoked({ cursor: '' })).ids).toHaveLength(3);
    const { apiKey } = (await world.gateway().getUser({ accountId })).user!;
    await world.gateway().authenticateKey({ apiKey, client: '' });
    const { retryAfterSeconds } = await rotate().then(
      () => ({ retryAfterSeconds: 0 }),
      (error: { retryAfterSeconds: number }) => error,
    );
    expect(retryAfterSeconds).toBeGreaterThan(86_000);
    expect(retryAfterSeconds).toBeLessThanOrEqual(86_400);
    world.clock.advance(retryAfterSeconds * 1000);
    await rotate();
  });

  it('include generated ones, and revoking is never refused', async () => {
    for (let n = 0; n < 3; n++) {
      await world.gateway().revokeKey({ accountId });
      await world.gateway().generateKey({ accountId });
    }
    await world.gateway().revokeKey({ accountId });
    await expect(world.gateway().generateKey({ accountId })).rejects.toMatchObject(refused);
  });
});
