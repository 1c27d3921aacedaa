import { randomUUID } from 'node:crypto';
import { ForgetEnded } from '../retention/forget-ended.usecase.js';
import { AuthWorld } from '../testing/auth-world.js';

const password = 'canary password 7f3a';
const email = 'Ada@example.com';
const visitor = { client: 'Firefox/140', address: '203.0.113.7', device: '' };
const operator = { name: 'Ole', reason: 'asked by the owner' };

describe('the export of an account', () => {
  let world: AuthWorld;
  let accountId: string;
  let sessionToken: string;
  beforeEach(async () => {
    world = await AuthWorld.start();
    const made = await world.verifiedUser(email, password);
    [accountId, sessionToken] = [made.user.id, made.sessionToken];
  });
  afterEach(() => world?.close());

  const exported = async () => JSON.parse((await world.gateway().exportAccount({ accountId })).json);

  it('contains all stored data, and the time and kind of actions of operators (ACC-38)', async () => {
    await world.gateway().login({ email, password, visitor });
    await world.gateway().generateKey({ accountId, visitor });
    await world.as('operator').inspectAccount({ accountId, operator });
    const all = await exported();
    expect(all.profile).toMatchObject({ id: accountId, name: 'Ada', email, has_password: true, pending_email: null });
    expect(all.sessions).toHaveLength(2);
    expect(all.sessions[0]).toMatchObject({ how: 'password', client: 'Firefox/140', address: '203.0.113.7' });
    const device = { created_at: expect.any(String), last_used_at: expect.any(String) };
    expect(all.known_devices).toEqual([device, device]);
    expect(all.api_keys).toMatchObject([{ revoked_at: null, last_used_at: null }]);
    expect(all.mails).toMatchObject([{ kind: 'verify-email' }]);
    expect(all.activity.map(({ kind }: { kind: string }) => kind)).toEqual(
      expect.arrayContaining(['login', 'key-generated', 'exported']),
    );
    expect(all.operator_actions).toEqual([{ at: expect.any(String), kind: 'account-inspected' }]);
  });

  it('is recorded with client and address, because a stolen session could request it (ACC-35)', async () => {
    await world.gateway().exportAccount({ accountId, visitor });
    expect((await exported()).activity[1]).toMatchObject({
      kind: 'exported',
      client: 'Firefox/140',
      address: '203.0.113.7',
    });
  });

  it('contains no secret: no password, key, token, hash or name of an operator', async () => {
    const { apiKey } = await world.gateway().generateKey({ accountId });
    await world.as('operator').suspendAccount({ accountId, operator });
    const { json } = await world.gateway().exportAccount({ accountId });
    const [{ token_hash, lookup_hash }] = await world.database.query(
      `SELECT encode(m.token_hash, 'hex') AS token_hash, encode(k.lookup_hash, 'hex') AS lookup_hash FROM mail_requests m, api_keys k`,
    );
    for (const secret of [password, apiKey, sessionToken, token_hash, lookup_hash, '$argon2id', 'Ole', operator.reason])
      expect([secret, json.includes(secret)]).toEqual([secret, false]);
    expect(json).not.toMatch(/hash|cipher|wrapped|token/);
  });

  it('is allowed six times in any hour; ten simultaneous calls get no more, and a refused one gets 429 and is not counted (LIMIT-12)', async () => {
    world.clock.stop();
    const asked = await Promise.allSettled(Array.from({ length: 10 }, exported));
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(6);
    for (const one of asked.filter((one) => one.status === 'rejected'))
      expect(one.reason).toMatchObject({
        kind: 'exhausted',
        code: 'too_many_exports',
        limit: 6,
        retryAfterSeconds: 3_600,
      });
    expect(await world.activity(accountId)).toEqual(['registered', 'email-verified', 'exported']);
    expect(await world.count('account_exports')).toBe(6);
    const { user } = await world.verifiedUser('bob@example.com');
    await world.gateway().exportAccount({ accountId: user.id });
    world.clock.advance(3_599_000);
    await expect(exported()).rejects.toMatchObject({ code: 'too_many_exports', retryAfterSeconds: 1 });
    world.clock.advance(1_000);
    await exported();
    world.clock.advance(3_600_000);
    await world.app.nest.get(ForgetEnded, { strict: false }).execute();
    expect(await world.count('account_exports')).toBe(0);
  });

  it('contains at most a thousand rows of each list, which fit into one message even with texts of full length', async () => {
    const client = '💣'.repeat(100);
    await world.database.query(
      `INSERT INTO activity (id, user_id, at, kind, by, client, address) SELECT gen_random_uuid(), $1, now() - make_interval(secs => n), 'login', 'owner', $2, repeat('"', 64) FROM generate_series(1, 1500) AS n`,
      [accountId, client],
    );
    await world.database.query(
      `INSERT INTO sessions (id, user_id, created_at, expires_at, client, address) SELECT gen_random_uuid(), $1, now(), now(), $2, repeat('"', 64) FROM generate_series(1, 1500)`,
      [accountId, client],
    );
    const all = await exported();
    expect([all.activity.length, all.sessions.length, all.most_rows_of_a_list]).toEqual([1_000, 1_000, 1_000]);
  });

  it.each([randomUUID(), 'x', ''])('is refused for the unknown account %j', async (account) => {
    await expect(world.gateway().exportAccount({ accountId: account })).rejects.toMatchObject({
      code: 'account_not_found',
    });
  });

  it('returns only the verified address of an existing account for mails without a link (MAIL-1)', async () => {
    const recipient = (account: string) => world.as('notifications').getRecipient({ accountId: account });
    expect(await recipient(accountId)).toEqual({ address: email, name: 'Ada', isStopped: false });
    const nobody = { address: '', name: '', isStopped: false };
    for (const account of [randomUUID(), 'x', '']) expect(await recipient(account)).toEqual(nobody);
    await world.gateway().register({ name: 'New', email: 'new@example.com', password, referralCode: '' });
    const { accountId: unverified } = await world.as('operator').findAccount({ emailOrAccount: 'new@example.com' });
    expect(await recipient(unverified)).toEqual(nobody);
  });
});
