import { ApiKeyRevoked, ApiKeyRotated } from '@precis/proto/events/auth/v1/api_key';
import { randomUUID } from 'node:crypto';
import { AuthWorld } from '../testing/auth-world.js';

const invalid = { kind: 'unauthenticated', code: 'api_key_invalid', publicMessage: 'Invalid API key' };
const absent = { kind: 'not_found', code: 'api_key_absent' };

describe('API key', () => {
  let world: AuthWorld;
  let accountId: string;
  let accounts = 0;
  beforeAll(async () => void (world = await AuthWorld.start()));
  beforeEach(async () => {
    await world.database.query('TRUNCATE outbox');
    accountId = (await world.verifiedUser(`ada${++accounts}@example.com`)).user.id;
  });
  afterAll(() => world?.close());

  const generate = async () => (await world.gateway().generateKey({ accountId })).apiKey;
  const authenticate = (apiKey: string, client = 'curl/8') => world.gateway().authenticateKey({ apiKey, client });
  const revoked = async () => (await world.gateway().listRevoked({ cursor: '' })).ids;
  const keyEvents = async () => (await world.events()).filter((row) => row.topic === 'auth.api-key.v1');

  it('admits its account and can be read again by its owner', async () => {
    const apiKey = await generate();
    expect(apiKey).toMatch(/^prc_[0-9A-Za-z]{46}$/);
    expect(await authenticate(apiKey)).toMatchObject({ accountId, validUntilMs: 0 });
    expect((await world.gateway().getUser({ accountId })).user!.apiKey).toBe(apiKey);
    expect((await keyEvents()).map((row) => [row.type, row.key])).toEqual([['api-key-generated', accountId]]);
  });

  it('exists once per account, also for parallel requests', async () => {
    const results = await Promise.allSettled(Array.from({ length: 10 }, generate));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    for (const result of results)
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({ kind: 'conflict', code: 'api_key_exists' });
    expect(await world.count(`api_keys WHERE user_id = '${accountId}'`)).toBe(1);
  });

  it('is refused everywhere and listed as soon as it is revoked, and a new one can be made', async () => {
    const old = await generate();
    const { keyId } = await authenticate(old);
    await world.gateway().revokeKey({ accountId });
    expect(await revoked()).toContain(keyId);
    await expect(authenticate(old)).rejects.toMatchObject(invalid);
    expect((await world.gateway().getUser({ accountId })).user!.apiKey).toBe('');
    await expect(world.gateway().revokeKey({ accountId })).rejects.toMatchObject(absent);
    await authenticate(await generate());
    expect((await keyEvents()).map((row) => row.type)).toEqual([
      'api-key-generated',
      'api-key-revoked',
      'api-key-generated',
    ]);
  });

  it('stays valid together with the new one for exactly its grace, then counts as revoked', async () => {
    const old = await generate();
    const { apiKey, oldKeyValidUntilMs } = await world.gateway().rotateKey({ accountId, graceSeconds: 3_600 });
    expect((await world.gateway().getUser({ accountId })).user!.apiKey).toBe(apiKey);
    const before = await authenticate(old);
    expect(before).toMatchObject({ accountId, validUntilMs: oldKeyValidUntilMs });
    expect(await authenticate(apiKey)).toMatchObject({ accountId, validUntilMs: 0 });
    expect(await revoked()).not.toContain(before.keyId);
    world.clock.advance(3_600_000);
    await expect(authenticate(old)).rejects.toMatchObject(invalid);
    expect(await revoked()).toContain(before.keyId);
    await authenticate(apiKey);
    const rotated = ApiKeyRotated.decode((await keyEvents()).at(-1)!.payload);
    expect(rotated).toMatchObject({ userId: accountId, oldKeyId: before.keyId, oldKeyValidUntilMs });
  });

  it('is refused immediately after a rotation without grace', async () => {
    const old = await generate();
    const { keyId } = await authenticate(old);
    await world.gateway().rotateKey({ accountId, graceSeconds: 0 });
    await expect(authenticate(old)).rejects.toMatchObject(invalid);
    expect(await revoked()).toContain(keyId);
  });

  it('is revoked together with keys in their grace, with an event for each', async () => {
    const old = await generate();
    const { apiKey } = await world.gateway().rotateKey({ accountId, graceSeconds: 86_400 });
    const ids = [(await authenticate(old)).keyId, (await authenticate(apiKey)).keyId];
    await world.gateway().revokeKey({ accountId });
    expect(await revoked()).toEqual(expect.arrayContaining(ids));
    for (const key of [old, apiKey]) await expect(authenticate(key)).rejects.toMatchObject(invalid);
    const events = (await keyEvents())
      .filter((row) => row.type === 'api-key-revoked')
      .map((row) => ApiKeyRevoked.decode(row.payload).keyId);
    expect(events.toSorted()).toEqual(ids.toSorted());
  });

  it('is the only active one of its account, also after parallel rotations', async () => {
    await generate();
    await Promise.all(Array.from({ length: 5 }, () => world.gateway().rotateKey({ accountId, graceSeconds: 60 })));
    expect(
      await world.count(`api_keys WHERE user_id = '${accountId}' AND valid_until IS NULL AND revoked_at IS NULL`),
    ).toBe(1);
    await authenticate((await world.gateway().getUser({ accountId })).user!.apiKey);
  });

  it('cannot be rotated or revoked when there is none', async () => {
    await expect(world.gateway().rotateKey({ accountId, graceSeconds: 0 })).rejects.toMatchObject(absent);
    for (const nobody of [randomUUID(), 'x']) {
      await expect(world.gateway().revokeKey({ accountId: nobody })).rejects.toMatchObject(absent);
      await expect(world.gateway().generateKey({ accountId: nobody })).rejects.toMatchObject({
        kind: 'not_found',
        code: 'account_not_found',
      });
      await expect(world.gateway().getUser({ accountId: nobody })).rejects.toMatchObject({
        kind: 'not_found',
        code: 'account_not_found',
      });
    }
  });

  it.each([-1, 86_401])('cannot have a grace of %d s', async (graceSeconds) => {
    await generate();
    await expect(world.gateway().rotateKey({ accountId, graceSeconds })).rejects.toMatchObject({
      kind: 'invalid',
      code: 'grace_invalid',
    });
  });
});
