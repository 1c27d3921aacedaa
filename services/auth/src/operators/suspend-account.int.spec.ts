import { randomUUID } from 'node:crypto';
import { AuthWorld } from '../testing/auth-world.js';
import { sessionIdOf } from '../testing/session-id-of.js';

const password = 'correct horse';
const operator = { name: 'Ole', reason: 'abuse, ticket 12' };
const suspended = { kind: 'forbidden', code: 'account_suspended' };

describe('a suspended account (ACC-32)', () => {
  let world: AuthWorld;
  let email: string;
  let accountId: string;
  let sessionId: string;
  let apiKey: string;
  beforeAll(async () => void (world = await AuthWorld.start()));
  afterAll(() => world?.close());
  beforeEach(async () => {
    email = `${randomUUID()}@example.com`;
    const { user, sessionToken } = await world.verifiedUser(email, password);
    [accountId, sessionId] = [user.id, sessionIdOf(sessionToken)];
    ({ apiKey } = await world.gateway().generateKey({ accountId }));
  });

  const suspend = () => world.as('operator').suspendAccount({ accountId, operator });
  const resume = () => world.as('operator').resumeAccount({ accountId, operator });
  const useKey = () => world.gateway().authenticateKey({ apiKey, client: '' });
  const useSession = () => world.gateway().authenticateSession({ sessionId });
  const actions = () =>
    world.database.query('SELECT kind, operator, reason FROM operator_actions WHERE account_id = $1 ORDER BY at', [
      accountId,
    ]);

  it('is refused by session, key and log-in with 403, and has the same session and key again once it is resumed', async () => {
    const { keyId } = await useKey();
    await suspend();
    await expect(useSession()).rejects.toMatchObject(suspended);
    await expect(useKey()).rejects.toMatchObject(suspended);
    await expect(world.gateway().login({ email, password })).rejects.toMatchObject(suspended);
    expect((await world.gateway().getUser({ accountId })).user).toMatchObject({ suspended: true });
    await resume();
    expect(await useSession()).toMatchObject({ accountId });
    expect(await useKey()).toMatchObject({ accountId, keyId });
    expect((await world.gateway().login({ email, password })).user).toMatchObject({ suspended: false });
  });

  it('is reported to notifications as stopped until it is resumed, like a closed one: no webhook is sent (HOOK-9)', async () => {
    const isStopped = async () => (await world.as('notifications').getRecipient({ accountId })).isStopped;
    expect(await isStopped()).toBe(false);
    await suspend();
    expect(await isStopped()).toBe(true);
    await resume();
    expect(await isStopped()).toBe(false);
    await world.gateway().closeAccount({ accountId, sessionId, password });
    expect(await isStopped()).toBe(true);
  });

  it('is not revealed as such for a wrong password, or for a session or key that had ended before', async () => {
    await world.gateway().revokeKey({ accountId });
    await world.gateway().logout({ sessionId });
    await suspend();
    await expect(world.gateway().login({ email, password: 'guess guess' })).rejects.toMatchObject({
      code: 'invalid_credentials',
    });
    await expect(useKey()).rejects.toMatchObject({ code: 'api_key_invalid' });
    await expect(useSession()).rejects.toMatchObject({ code: 'session_invalid' });
  });

  it('is announced to gateways once with every live session and key after the commit, without revoking them', async () => {
    const { keyId } = await useKey();
    const other = sessionIdOf((await world.gateway().login({ email, password })).sessionToken);
    const ended = sessionIdOf((await world.gateway().login({ email, password })).sessionToken);
    await world.gateway().logout({ sessionId: ended });
    const { cursor } = await world.gateway().listRevoked({ cursor: '' });
    await suspend();
    const after = await world.gateway().listRevoked({ cursor });
    expect(after.follows).toBe(true);
    expect(after.ids.toSorted()).toEqual([sessionId, other, keyId].toSorted());
    expect((await world.gateway().listRevoked({ cursor: '' })).ids).toEqual(
      expect.arrayContaining([sessionId, other, keyId]),
    );
    expect(await world.gateway().listRevoked({ cursor: after.cursor })).toMatchObject({ ids: [], follows: true });
    expect(await world.count(`sessions WHERE user_id = '${accountId}' AND revoked_at IS NULL`)).toBe(2);
    await resume();
    expect((await world.gateway().listRevoked({ cursor: after.cursor })).ids).toEqual([]);
    await world.gateway().logout({ sessionId });
    expect((await world.gateway().listRevoked({ cursor: after.cursor })).ids).toEqual([sessionId]);
  });

  it('is announced also after a late commit, and when an operator suspended it in the database', async () => {
    const { cursor } = await world.gateway().listRevoked({ cursor: '' });
    const late = world.database.createQueryRunner();
    await late.startTransaction();
    await late.query('UPDATE users SET suspended_at = now() WHERE id = $1', [accountId]);
    const between = await world.gateway().listRevoked({ cursor });
    expect(between.ids).toEqual([]);
    await late.commitTransaction();
    await late.release();
    expect((await world.gateway().listRevoked({ cursor: between.cursor })).ids).toContain(sessionId);
  });

  it('leaves the list for a gateway without a cursor after 120 s of the database clock', async () => {
    await suspend();
    const age = (interval: string) =>
      world.database.query(`UPDATE users SET refused_at = refused_at - interval '${interval}' WHERE id = $1`, [
        accountId,
      ]);
    await age('110 s');
    expect((await world.gateway().listRevoked({ cursor: '' })).ids).toContain(sessionId);
    await age('11 s');
    expect((await world.gateway().listRevoked({ cursor: '' })).ids).not.toContain(sessionId);
  });

  it('has its suspension in the log of operators with name and reason, and in the activity only as an action of an operator', async () => {
    await suspend();
    await suspend();
    await resume();
    await resume();
    expect(await actions()).toEqual(
      ['account-suspended', 'account-suspended', 'account-resumed', 'account-resumed'].map((kind) => ({
        kind,
        operator: 'Ole',
        reason: 'abuse, ticket 12',
      })),
    );
    const { entries } = await world.gateway().listActivity({ accountId, before: '', limit: 100 });
    expect(entries.filter(({ by }) => by === 'operator').map(({ kind }) => kind)).toEqual(['resumed', 'suspended']);
    expect(JSON.stringify(entries)).not.toMatch(/Ole|ticket/);
  });

  it('cannot be closed, and the days of a closed one do not pass until it is resumed (ACC-46)', async () => {
    await suspend();
    await expect(world.gateway().closeAccount({ accountId, password, sessionId })).rejects.toMatchObject(suspended);
    await resume();
    const { erasedAtMs } = await world.gateway().closeAccount({ accountId, password, sessionId });
    await suspend();
    world.clock.advance(30 * 86_400_000);
    await expect(world.gateway().login({ email, password })).rejects.toMatchObject(suspended);
    await resume();
    const { user } = await world.gateway().getUser({ accountId });
    expect(user!.erasedAtMs - erasedAtMs).toBeGreaterThanOrEqual(30 * 86_400_000);
    await world.gateway().login({ email, password, keepAccount: true });
    world.clock.advance(-30 * 86_400_000);
  });

  it('gets no session from a log-in during the suspension', async () => {
    const holder = world.database.createQueryRunner();
    await holder.startTransaction();
    await holder.query('UPDATE users SET suspended_at = now() WHERE id = $1', [accountId]);
    const entering = expect(world.gateway().login({ email, password })).rejects.toMatchObject(suspended);
    await world.waitsForLock();
    await holder.commitTransaction();
    await holder.release();
    await entering;
  });
});
