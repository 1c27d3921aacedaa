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
    const tried = await Promise.allSettled(keys.map((apiKey) => world.gateway().authenticateKey({ apiKey, client: '' })));
    return keys.filter((_key, at) => tried[at].status === 'fulfilled');
  };
  const idOf = async (apiKey: string) => (await world.gateway().authenticateKey({ apiKey, client: '' })).keyId;
  const events = async (type: string) => (await world.events()).filter((row) => row.type === type).map((row) => row.payload);
  const revokedByEvent = async () => (await events('api-key-revoked')).map((payload) => ApiKeyRevoked.decode(payload).keyId);

  it('at the same time give each replaced key its grace, and one key is the current one', async () => {
    const rotated = await Promise.all(Array.from({ length: 6 }, () => rotate(HOUR_SECONDS)));
    expect(await admitted([first, ...rotated])).toHaveLength(7);
    expect(rotated).toContain(await current());
    expect(await events('api-key-rotated')).toHaveLength(6);
    world.clock.advance((HOUR_SECONDS + 1) * 1000);
    expect(await admitted([first, ...rotated])).toEqual([await current()]);
  });

  it('end every earlier grace when one of them has none, in the list of the revoked and with one event each', async () => {
    const firstId = await idOf(first);
    const second = await rotate(HOUR_SECONDS);
    expect(await revokedByEvent()).toEqual([]);
    const third = await rotate(0);
    expect(await admitted([first, second, third])).toEqual([third]);
    expect(await revokedByEvent()).toEqual([firstId]);
    expect((await world.events()).filter((row) => row.topic === 'auth.api-key.v1').map((row) => row.type)).toEqual([
      'api-key-generated', 'api-key-rotated', 'api-key-revoked', 'api-key-rotated',
    ]);
  });

  it('leaves the new key alone without a grace, also when an older one was in its grace', async () => {
    const second = await rotate(HOUR_SECONDS);
    const ids = [await idOf(first), await idOf(second)];
    const third = await rotate(0);
    expect(await admitted([first, second, third])).toEqual([third]);
    expect((await world.gateway().listRevoked({ cursor: '' })).ids.toSorted()).toEqual(ids.toSorted());
  });

  it('announces no end of a key whose grace ran out by itself', async () => {
    await rotate(60);
    world.clock.advance(60_000);
    await rotate(0);
    expect(await revokedByEvent()).toEqual([]);
  });

  it('leaves the keys of other accounts alone', async () => {
    const other = (await world.verifiedUser('grace@example.com')).user.id;
    const { apiKey } = await world.gateway().generateKey({ accountId: other });
    const rotated = (await world.gateway().rotateKey({ accountId: other, graceSeconds: HOUR_SECONDS })).apiKey;
    await rotate(0);
    expect(await admitted([apiKey, rotated])).toEqual([apiKey, rotated]);
  });
});
