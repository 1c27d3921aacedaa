import { UserDeleted } from '@precis/proto/events/auth/v1/user';
import { ForgetEnded } from '../retention/forget-ended.usecase.js';
import { AuthWorld } from '../testing/auth-world.js';
import { sessionIdOf } from '../testing/session-id-of.js';
import { EraseAccounts } from './erase-accounts.usecase.js';

const password = 'correct horse';
const DAY_MS = 86_400_000;
const email = 'Canary.Mail@example.com';
const operator = { name: 'Ole', reason: 'Canary Name called' };
/** None of these may remain in any column, in any spelling that a column may have. */
const CANARIES = ['canary.mail', 'canary name', 'canaryagent', '203.0.113.77'];

describe('an account that is erased (DATA-13)', () => {
  let world: AuthWorld;
  let accountId: string;
  let sessionId: string;
  beforeEach(async () => {
    world = await AuthWorld.start();
    const visitor = { client: 'CanaryAgent/1', address: '203.0.113.77', device: '' };
    await world.gateway().register({ name: 'Canary Name', email, password, referralCode: 'CANARYCODE' });
    const { user } = await world.gateway().verifyEmail({ token: await world.newestToken(), visitor });
    accountId = user!.id;
    const { sessionToken } = await world.gateway().login({ email, password, visitor });
    sessionId = sessionIdOf(sessionToken);
    const { apiKey } = await world.gateway().generateKey({ accountId, visitor });
    await world.gateway().authenticateKey({ apiKey, client: 'CanaryAgent/1' });
    await world.as('operator').inspectAccount({ accountId, operator });
  });
  afterEach(() => world?.close());

  const erase = () => world.app.nest.get(EraseAccounts, { strict: false }).execute();
  const close = () => world.gateway().closeAccount({ accountId, password, sessionId });
  const deleted = async () => (await world.events()).filter(({ type }) => type === 'user-deleted');
  /** All text, jsonb and bytea values of every table, as one lower-case text per column. */
  const columns = async (): Promise<[string, string][]> => {
    const found: { table: string; column: string; type: string }[] = await world.database.query(
      `SELECT c.table_name AS table, c.column_name AS column, c.data_type AS type FROM information_schema.columns c
       JOIN information_schema.tables t USING (table_schema, table_name)
       WHERE table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.data_type IN ('text', 'jsonb', 'bytea', 'character varying', 'character', 'inet', 'ARRAY')`,
    );
    return Promise.all(
      found.map(async ({ table, column, type }): Promise<[string, string]> => {
        const text = type === 'bytea' ? `encode("${column}", 'escape')` : `"${column}"::text`;
        const [row] = await world.database.query(`SELECT string_agg(${text}, ' ') AS all FROM "${table}"`);
        return [`${table}.${column}`, String(row.all ?? '').toLowerCase()];
      }),
    );
  };
  const columnsWithCanaries = async () =>
    (await columns()).filter(([, text]) => CANARIES.some((canary) => text.includes(canary))).map(([name]) => name);

  it('keeps all its data for 7 days after it was closed, and no longer, by the clock of the service', async () => {
    const { erasedAtMs } = await close();
    const until = () => erasedAtMs - world.clock.now().getTime();
    world.clock.advance(until() - 30_000);
    await erase();
    expect(await world.count('users')).toBe(1);
    expect(await deleted()).toEqual([]);
    world.clock.advance(until());
    await erase();
    expect(await world.count('users')).toBe(0);
    expect((await deleted()).map(({ key, payload }) => [key, UserDeleted.decode(payload)])).toEqual([
      [accountId, { userId: accountId }],
    ]);
    await erase();
    expect(await deleted()).toHaveLength(1);
  });

  it('leaves no personal data in any column of any table, except the account id in the log of operators', async () => {
    const before = await columnsWithCanaries();
    for (const column of ['users.name', 'users.email', 'sessions.client', 'sessions.address', 'activity.address'])
      expect(before).toContain(column);
    expect(before).toEqual(expect.arrayContaining(['api_keys.last_client', 'operator_actions.reason']));
    await close();
    world.clock.advance(7 * DAY_MS);
    await erase();
    expect(await columnsWithCanaries()).toEqual([]);
    for (const table of ['users', 'sessions', 'api_keys', 'mail_requests', 'activity'])
      expect([table, await world.count(table)]).toEqual([table, 0]);
    expect(await world.database.query('SELECT account_id, kind, operator, reason FROM operator_actions')).toEqual([
      { account_id: accountId, kind: 'account-inspected', operator: 'Ole', reason: '' },
    ]);
  });

  it('has user-deleted as the last event of its key', async () => {
    await close();
    world.clock.advance(7 * DAY_MS);
    await erase();
    expect((await world.events()).filter(({ key }) => key === accountId).at(-1)!.type).toBe('user-deleted');
    await expect(world.gateway().generateKey({ accountId })).rejects.toMatchObject({ code: 'account_not_found' });
    await expect(world.gateway().closeAccount({ accountId, password, sessionId })).rejects.toMatchObject({
      code: 'account_not_found',
    });
    await expect(world.gateway().login({ email, password })).rejects.toMatchObject({ code: 'invalid_credentials' });
    expect((await world.events()).filter(({ key }) => key === accountId).at(-1)!.type).toBe('user-deleted');
  });

  it('frees its address: registering it again makes a new account', async () => {
    await close();
    await expect(world.gateway().register({ name: 'Ada', email, password, referralCode: '' })).rejects.toMatchObject({
      code: 'email_taken',
    });
    world.clock.advance(7 * DAY_MS);
    await erase();
    const { user } = await world.verifiedUser(email);
    expect(user).toMatchObject({ email, name: 'Ada', apiKey: '', erasedAtMs: 0 });
    expect(user.id).not.toBe(accountId);
  });

  it('was not reopened and is not suspended', async () => {
    await close();
    await world.gateway().login({ email, password, keepAccount: true });
    world.clock.advance(8 * DAY_MS);
    await erase();
    expect(await world.count('users')).toBe(1);
    const { sessionToken } = await world.gateway().login({ email, password });
    await world.gateway().closeAccount({ accountId, password, sessionId: sessionIdOf(sessionToken) });
    await world.as('operator').suspendAccount({ accountId, operator });
    world.clock.advance(8 * DAY_MS);
    await erase();
    expect(await world.count('users')).toBe(1);
  });

  it('is reopened or erased, never both, when its owner logs in during the erasure', async () => {
    const { erasedAtMs } = await close();
    // The log-in reads the clock before the moment, the erasure after it: both are allowed to change the row.
    world.clock.advance(erasedAtMs - world.clock.now().getTime() - 20_000);
    const holder = world.database.createQueryRunner();
    await holder.startTransaction();
    await holder.query('SELECT FROM users FOR UPDATE');
    const entering = world
      .gateway()
      .login({ email, password, keepAccount: true })
      .then(
        () => 'entered',
        (error: { code: string }) => error.code,
      );
    await world.waitsForLock();
    world.clock.advance(20_001);
    const erasing = Promise.all([erase(), erase()]);
    await world.waitsForLock(2);
    await holder.commitTransaction();
    await holder.release();
    const [entered] = await Promise.all([entering, erasing]);
    const gone = (await world.count('users')) === 0;
    expect([entered, gone]).toEqual(
      gone ? [expect.stringMatching(/^(invalid_credentials|account_closed)$/), true] : ['entered', false],
    );
    expect(await deleted()).toHaveLength(gone ? 1 : 0);
  });

  it('is erased once by parallel copies, and one that cannot be erased does not block others', async () => {
    const other = await world.verifiedUser('other@example.com', password);
    await close();
    await world
      .gateway()
      .closeAccount({ accountId: other.user.id, password, sessionId: sessionIdOf(other.sessionToken) });
    world.clock.advance(8 * DAY_MS);
    await world.database.query(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$;
       CREATE TRIGGER refuse BEFORE DELETE ON users FOR EACH ROW WHEN (OLD.id = '${accountId}') EXECUTE FUNCTION refuse()`,
    );
    await expect(erase()).rejects.toThrow('refused');
    expect(await world.database.query('SELECT id FROM users')).toEqual([{ id: accountId }]);
    expect((await deleted()).map(({ key }) => key)).toEqual([other.user.id]);
    await world.database.query('DROP TRIGGER refuse ON users');
    await Promise.all([erase(), erase(), erase()]);
    expect((await deleted()).map(({ key }) => key)).toEqual([other.user.id, accountId]);
  });

  it('stays in the log of operators for 24 months (DATA-12)', async () => {
    const forget = () => world.app.nest.get(ForgetEnded, { strict: false }).execute();
    await close();
    world.clock.advance(7 * DAY_MS);
    await erase();
    const [{ at }] = await world.database.query('SELECT at FROM operator_actions');
    const twoYearsLater = new Date(at);
    twoYearsLater.setUTCFullYear(twoYearsLater.getUTCFullYear() + 2);
    world.clock.advance(twoYearsLater.getTime() - world.clock.now().getTime() - 60_000);
    await forget();
    expect(await world.count('operator_actions')).toBe(1);
    world.clock.advance(60_001);
    await forget();
    expect(await world.count('operator_actions')).toBe(0);
  });
});
