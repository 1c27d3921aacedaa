import { AuthWorld } from '../testing/auth-world.js';
import { runRewrapCommand } from './rewrap-command.js';

const kek = (version: number) => `${version}=${Buffer.alloc(32, version).toString('base64')}`;
const OLD = { KEY_ENCRYPTION_KEYS: kek(1) };
const BOTH = { KEY_ENCRYPTION_KEYS: `${kek(1)},${kek(2)}` };

describe('a new key-encryption key', () => {
  let world: AuthWorld;
  let copies: { close(): Promise<unknown> }[];
  let lines: string[];
  beforeEach(async () => {
    copies = [];
    lines = [];
    world = await AuthWorld.start(OLD);
  });
  afterEach(async () => {
    for (const copy of copies) await copy.close();
    await world?.close();
  });

  /** Starts another copy of the service, with these settings. */
  const copyWith = async (settings: Record<string, string>) => {
    const path = `${world.folder}/copy-${copies.length}.sock`;
    Object.assign(world.env, { KEY_ENCRYPTION_CURRENT: '', GRPC_URL: `unix:${path}` }, settings);
    copies.push(await world.startApp());
    return world.as('gateway', path);
  };
  const rewrap = (settings: Record<string, string>) =>
    runRewrapCommand({ DATABASE_URL: world.env.DATABASE_URL, ...settings }, (line) => lines.push(line));
  const under = (version: number) =>
    world.count(
      `(SELECT key_version FROM api_keys UNION ALL SELECT key_version FROM signing_keys) v WHERE key_version = ${version}`,
    );

  it('is rolled out copy by copy: at each step every copy reads the rows of every other', async () => {
    const accountId = (await world.verifiedUser()).user.id;
    const { apiKey } = await world.gateway().generateKey({ accountId });
    const knows = await copyWith({ ...BOTH, KEY_ENCRYPTION_CURRENT: '1' });
    const rotated = (await knows.rotateKey({ accountId, graceSeconds: 0 })).apiKey;
    expect(rotated).not.toBe(apiKey);
    expect((await world.gateway().getUser({ accountId })).user!.apiKey).toBe(rotated);
    const seals = await copyWith({ ...BOTH, KEY_ENCRYPTION_CURRENT: '2' });
    const again = (await seals.rotateKey({ accountId, graceSeconds: 0 })).apiKey;
    expect((await knows.getUser({ accountId })).user!.apiKey).toBe(again);
    expect(await rewrap({ ...BOTH, KEY_ENCRYPTION_CURRENT: '2' })).toBe(0);
    const alone = await copyWith({ KEY_ENCRYPTION_KEYS: kek(2) });
    expect((await alone.getUser({ accountId })).user!.apiKey).toBe(again);
    await alone.login({ email: 'ada@example.com', password: 'correct horse' });
  });

  it('re-wraps every row while the service runs, reports that, and finds nothing to do the second time', async () => {
    const accounts: string[] = [];
    for (let n = 0; n < 3; n++) {
      accounts.push((await world.verifiedUser(`ada${n}@example.com`)).user.id);
      await world.gateway().generateKey({ accountId: accounts[n] });
    }
    const knows = await copyWith({ ...BOTH, KEY_ENCRYPTION_CURRENT: '2' });
    const rotating = Promise.all(
      accounts.map(async (accountId) => {
        for (let n = 0; n < 10; n++) await knows.rotateKey({ accountId, graceSeconds: 60 });
      }),
    );
    expect(await rewrap({ ...BOTH, KEY_ENCRYPTION_CURRENT: '2' })).toBe(0);
    await rotating;
    expect(await under(1)).toBe(0);
    for (const accountId of accounts) {
      const { apiKey } = (await knows.getUser({ accountId })).user!;
      expect(await knows.authenticateKey({ apiKey, client: '' })).toMatchObject({ accountId });
    }
    expect(await rewrap({ ...BOTH, KEY_ENCRYPTION_CURRENT: '2' })).toBe(0);
    expect(lines.at(-1)).toBe('auth: 0 secrets re-wrapped, all are under version 2.');
  });

  it('continues after an interruption, over more rows than a batch', async () => {
    const accountId = (await world.verifiedUser()).user.id;
    const many = await copyWith({ ...OLD, API_KEYS_PER_DAY: '1000' });
    await many.generateKey({ accountId });
    for (let n = 0; n < 250; n++) await many.rotateKey({ accountId, graceSeconds: 0 });
    await world.database.query(`CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF (SELECT count(*) FROM api_keys WHERE key_version = 2) >= 230 THEN RAISE 'cut off'; END IF; RETURN NEW; END $$`);
    await world.database.query(
      'CREATE TRIGGER cut BEFORE UPDATE OF key_version ON api_keys FOR EACH ROW EXECUTE FUNCTION cut()',
    );
    const settings = { ...BOTH, KEY_ENCRYPTION_CURRENT: '2' };
    expect(await rewrap(settings)).toBe(1);
    expect(await under(2)).toBe(230);
    await world.database.query('DROP TRIGGER cut ON api_keys');
    expect(await rewrap(settings)).toBe(0);
    expect(lines.at(-1)).toBe('auth: 22 secrets re-wrapped, all are under version 2.');
    expect(await under(1)).toBe(0);
  });

  it('is not reported as complete when a version is missing, and no line contains a secret', async () => {
    expect(await rewrap({ KEY_ENCRYPTION_KEYS: kek(2) })).toBe(1);
    expect(lines).toEqual(['auth: not all secrets are re-wrapped, run it again. KEY_ENCRYPTION_KEYS lacks version 1']);
    expect(await rewrap(BOTH)).toBe(1);
    expect(lines.at(-1)).toContain('KEY_ENCRYPTION_CURRENT: needed where KEY_ENCRYPTION_KEYS has several versions');
    expect(await under(1)).toBe(1);
  });
});
