import { randomUUID } from 'node:crypto';
import { AuthWorld } from '../testing/auth-world.js';
import { REFUSED_LATELY, revokedSince } from './revocations.repository.js';

describe('the list of revoked ids since the previous answer', () => {
  let world: AuthWorld;
  let accountId: string;
  beforeAll(async () => {
    world = await AuthWorld.start();
    accountId = (await world.verifiedUser()).user.id;
  });
  afterAll(() => world?.close());

  const list = (cursor = '') => world.gateway().listRevoked({ cursor });
  const newSession = async () => {
    const id = randomUUID();
    await world.database.query(
      `INSERT INTO sessions (id, user_id, created_at, expires_at) VALUES ($1, $2, now(), now() + interval '1 day')`,
      [id, accountId],
    );
    return id;
  };

  it('has each session and key once', async () => {
    const sessionId = await newSession();
    const { apiKey } = await world.gateway().generateKey({ accountId });
    const { keyId } = await world.gateway().authenticateKey({ apiKey, client: '' });
    const before = await list();
    await world.gateway().logout({ sessionId });
    await world.gateway().rotateKey({ accountId, graceSeconds: 0 });
    const after = await list(before.cursor);
    expect(after.follows).toBe(true);
    expect(after.ids.toSorted()).toEqual([sessionId, keyId].toSorted());
    expect(await list(after.cursor)).toMatchObject({ ids: [], follows: true });
  });

  it.each(['-1 hour', '1 hour'])('contains an id that was revoked with a database clock %s off', async (off) => {
    const [before, sessionId] = [await list(), await newSession()];
    await world.database.query(`UPDATE sessions SET revoked_at = now() + interval '${off}' WHERE id = $1`, [sessionId]);
    expect(await list(before.cursor)).toMatchObject({ ids: [sessionId], follows: true });
  });

  it('contains a revocation that committed late, after later ones were already listed', async () => {
    const [slow, quick] = [await newSession(), await newSession()];
    const before = await list();
    const transaction = world.database.createQueryRunner();
    await transaction.startTransaction();
    await transaction.query('UPDATE sessions SET revoked_at = clock_timestamp() WHERE id = $1', [slow]);
    await world.gateway().logout({ sessionId: quick });
    const between = await list(before.cursor);
    expect(between.ids).toEqual([quick]);
    await transaction.commitTransaction();
    await transaction.release();
    expect(await list(between.cursor)).toMatchObject({ ids: [slow], follows: true });
  });

  it('does not follow a cursor that is missing, hours old or of another Postgres', async () => {
    const { cursor } = await list();
    const [started, madeAt, snapshot] = cursor.split('/');
    for (const other of ['', 'x', `1.5/${madeAt}/${snapshot}`, `${started}/${Number(madeAt) - 4_000}/${snapshot}`]) {
      const answer = await list(other);
      expect(answer.follows).toBe(false);
      expect((await list(answer.cursor)).follows).toBe(true);
    }
  });

  it('contains no ids and does not follow the cursor when there are more than 5,000', async () => {
    const before = await list();
    await world.database.query(
      `INSERT INTO sessions (id, user_id, created_at, expires_at) SELECT gen_random_uuid(), $1, now(), now() + interval '1 day' FROM generate_series(1, 5001)`,
      [accountId],
    );
    await world.database.query('UPDATE sessions SET revoked_at = now() WHERE revoked_at IS NULL');
    const after = await list(before.cursor);
    expect(after).toMatchObject({ ids: [], follows: false });
    expect(await list(after.cursor)).toMatchObject({ ids: [], follows: true });
  });

  // The next call is late: auth was unavailable, or auth, its Postgres or the gateway was suspended.
  it.each([0, 11, 59, 1_800])(
    'contains a key whose grace ended by itself %d s before the next call',
    async (silentSeconds) => {
      await world.gateway().rotateKey({ accountId, graceSeconds: 0 });
      const { apiKey } = (await world.gateway().getUser({ accountId })).user!;
      const { keyId } = await world.gateway().authenticateKey({ apiKey, client: '' });
      await world.gateway().rotateKey({ accountId, graceSeconds: 60 });
      const before = await list();
      const passesMs = 60_000 + silentSeconds * 1_000;
      world.clock.advance(passesMs);
      expect(await list(before.cursor)).toMatchObject({ ids: [keyId], follows: true });
      world.clock.advance(-passesMs);
    },
  );

  it.each(['sessions', 'api_keys'] as const)('uses an index of the revoked %s', async (table) => {
    await world.database.query('ANALYZE sessions, api_keys');
    const plan = await world.database.transaction(async (manager) => {
      await manager.query('SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off');
      return manager.query(`EXPLAIN ${revokedSince(table).replaceAll('$1', `'100:100:'`)}`);
    });
    expect(JSON.stringify(plan)).toMatch(new RegExp(`${table}_revoked_in.*Index Cond`));
  });

  it('reads only recently refused accounts and sessions', async () => {
    await world.database.query(
      `INSERT INTO users (id, name, email, email_normalised, created_at) SELECT gen_random_uuid(), '', '', n::text, now() FROM generate_series(1, 5000) AS n;
       INSERT INTO sessions (id, user_id, created_at, expires_at) SELECT gen_random_uuid(), id, now(), now() + interval '1 day' FROM users;
       ANALYZE users, sessions, api_keys`,
    );
    const plan = JSON.stringify(await world.database.query(`EXPLAIN ${REFUSED_LATELY}`));
    expect(plan.match(/users_refused/g)).toHaveLength(2);
    expect(plan).toMatch(/sessions_by_user/);
    expect(plan).not.toMatch(/Seq Scan on (users|sessions)/);
  });
});
