import { randomUUID } from 'node:crypto';
import { ForgetEnded } from '../retention/forget-ended.usecase.js';
import { AuthWorld } from '../testing/auth-world.js';
import { type ActivityKind, ActivityLog } from './activity-log.provider.js';
import { activityKeptSince } from './activity-retention.rule.js';

const DAY_MS = 86_400_000;
const visitor = { client: 'Firefox/140', address: '203.0.113.7', device: '' };

describe('the activity of an account (ACC-35)', () => {
  let world: AuthWorld;
  let accountId: string;
  beforeAll(async () => void (world = await AuthWorld.start()));
  afterAll(() => world?.close());
  beforeEach(async () => {
    accountId = (await world.verifiedUser(`${randomUUID()}@example.com`)).user.id;
    await world.database.query('DELETE FROM activity');
  });

  const list = (before = '', limit = 100) => world.gateway().listActivity({ accountId, before, limit });
  const add = async (at: Date, userId = accountId): Promise<string> => {
    const id = randomUUID();
    await world.database.query(
      `INSERT INTO activity (id, user_id, at, kind, by, client, address) VALUES ($1, $2, $3, 'login', 'owner', '', '')`,
      [id, userId, at],
    );
    return id;
  };
  const note = (userId: string, kind: ActivityKind, by = visitor) =>
    world.database.transaction((manager) =>
      world.app.nest
        .get(ActivityLog, { strict: false })
        .note(manager, userId, kind, world.clock.now(), { visitor: by }),
    );
  const forget = () => world.app.nest.get(ForgetEnded, { strict: false }).execute();

  it('lists changes of its keys, with client and address, newest first', async () => {
    await world.gateway().generateKey({ accountId, visitor });
    await world.gateway().rotateKey({ accountId, graceSeconds: 60, visitor });
    await world.gateway().revokeKey({ accountId });
    const { entries, more } = await list();
    expect(more).toBe(false);
    expect(entries.map(({ kind, by, client, address }) => [kind, by, client, address])).toEqual([
      ['key-revoked', 'owner', '', ''],
      ['key-rotated', 'owner', 'Firefox/140', '203.0.113.7'],
      ['key-generated', 'owner', 'Firefox/140', '203.0.113.7'],
    ]);
    await expect(world.gateway().revokeKey({ accountId })).rejects.toMatchObject({ code: 'api_key_absent' });
    expect((await list()).entries).toHaveLength(3);
  });

  it('has each entry on exactly one page, also when many have the same time and new ones arrive in between', async () => {
    const at = new Date(world.clock.now().getTime() - 60_000);
    const ids = new Set<string>();
    for (let n = 0; n < 7; n++) ids.add(await add(n < 5 ? at : new Date(at.getTime() - 1)));
    const seen: string[] = [];
    for (let before = '', more = true; more; before = seen.at(-1)!) {
      const page = await list(before, 2);
      seen.push(...page.entries.map(({ id }) => id));
      more = page.more;
      await add(world.clock.now());
    }
    expect(seen).toHaveLength(7);
    expect(new Set(seen)).toEqual(ids);
  });

  it('shows a repeated event as one entry with its count, first and last time, so that a thousand repetitions hide no login (ACC-72)', async () => {
    const email = 'repeated@example.com';
    await world.verifiedUser(email, 'correct horse');
    const { accountId: repeated } = await world.as('operator').findAccount({ emailOrAccount: email });
    await world.gateway().login({ email, password: 'correct horse', visitor });
    const firstAtMs = world.clock.now().getTime();
    for (let n = 0; n < 1_000; n++) {
      world.clock.advance(1_000);
      await note(repeated, 'exported');
    }
    await world.gateway().login({ email, password: 'correct horse', visitor });
    const { entries } = await world.gateway().listActivity({ accountId: repeated, before: '', limit: 100 });
    expect(entries.slice(0, 3).map(({ kind, times }) => [kind, times])).toEqual([
      ['login', 1],
      ['exported', 1_000],
      ['login', 1],
    ]);
    // The test clock also advances by itself.
    expect(entries[1].firstAtMs).toBeGreaterThan(firstAtMs);
    expect(entries[1].firstAtMs).toBeLessThan(firstAtMs + 100_000);
    expect(entries[1].atMs).toBeGreaterThanOrEqual(entries[1].firstAtMs + 999_000);
    world.clock.advance(-1_000_000);
  });

  it('counts an event as repeated only when everything except its time is equal', async () => {
    const other = { ...visitor, address: '203.0.113.8' };
    for (const by of [visitor, visitor, other, { ...other, client: 'curl' }, visitor]) {
      world.clock.advance(1);
      await note(accountId, 'login', by);
    }
    expect((await list()).entries.map(({ client, address, times }) => [client, address, times])).toEqual([
      ['Firefox/140', '203.0.113.7', 1],
      ['curl', '203.0.113.8', 1],
      ['Firefox/140', '203.0.113.8', 1],
      ['Firefox/140', '203.0.113.7', 2],
    ]);
  });

  it('keeps the newest entries of each kind, so that two alternating kinds push out no entry of a third', async () => {
    await note(accountId, 'login');
    for (let n = 0; n < 240; n++) {
      world.clock.advance(1);
      await note(accountId, n % 2 === 0 ? 'name-changed' : 'session-ended');
    }
    const kinds = await world.database.query('SELECT kind, count(*)::int AS n FROM activity GROUP BY 1 ORDER BY 1');
    expect(kinds).toEqual([
      { kind: 'login', n: 1 },
      { kind: 'name-changed', n: 100 },
      { kind: 'session-ended', n: 100 },
    ]);
  });

  it('is visible only to its owner, and an entry of another account is not a valid position', async () => {
    const stranger = (await world.verifiedUser(`${randomUUID()}@example.com`)).user.id;
    const theirs = await add(world.clock.now(), stranger);
    await add(new Date(world.clock.now().getTime() - 1_000));
    expect(await list(theirs)).toMatchObject({ entries: [], more: false });
    expect((await list()).entries).toHaveLength(1);
    expect((await world.gateway().listActivity({ accountId: 'x', before: '', limit: 1 })).entries).toEqual([]);
  });

  it.each([
    ['', 0, 'limit_invalid'],
    ['', 101, 'limit_invalid'],
    ['', -1, 'limit_invalid'],
    ['x', 1, 'before_invalid'],
    ["'; DROP TABLE activity", 1, 'before_invalid'],
  ])('is refused for the position %j and the limit %d: %s', async (before, limit, code) => {
    await expect(list(before, limit)).rejects.toMatchObject({ kind: 'invalid', code });
  });

  it('is kept for 12 months to the day: older entries are immediately no longer listed, and the next run deletes them (DATA-11)', async () => {
    const now = world.clock.now().getTime();
    const edge = activityKeptSince(world.clock.now()).getTime();
    expect(now - edge).toBeGreaterThanOrEqual(365 * DAY_MS);
    const young = await add(new Date(edge + DAY_MS));
    const old = await add(new Date(edge - DAY_MS));
    expect((await list()).entries.map(({ id }) => id)).toEqual([young]);
    expect((await list(old)).entries).toEqual([]);
    await forget();
    expect(await world.database.query('SELECT id FROM activity')).toEqual([{ id: young }]);
    world.clock.advance(DAY_MS - 60_000);
    await forget();
    expect((await list()).entries.map(({ id }) => id)).toEqual([young]);
    world.clock.advance(120_000);
    expect((await list()).entries).toEqual([]);
    await forget();
    expect(await world.count('activity')).toBe(0);
    world.clock.advance(-DAY_MS - 60_000);
  });
});
