import { AuthWorld } from '../testing/auth-world.js';
import { composeApiKey } from './api-key-format.rule.js';

const invalid = { kind: 'unauthenticated', code: 'api_key_invalid' };

describe('authenticating an API key', () => {
  let world: AuthWorld;
  let apiKey: string;
  let accountId: string;
  beforeEach(async () => {
    world = await AuthWorld.start();
    accountId = (await world.verifiedUser()).user.id;
    ({ apiKey } = await world.gateway().generateKey({ accountId }));
  });
  afterEach(() => world?.close());

  const shown = async () => (await world.gateway().getUser({ accountId })).user!;

  it('refuses a mistyped key without asking the database, and a well-formed one that was never issued', async () => {
    await world.database.query('ALTER TABLE api_keys RENAME TO api_keys_away');
    for (const typo of [
      '',
      apiKey.slice(0, -1),
      `${apiKey.slice(0, -1)}${apiKey.endsWith('0') ? '1' : '0'}`,
      `${apiKey}\0`,
    ]) {
      await expect(world.gateway().authenticateKey({ apiKey: typo, client: '' })).rejects.toMatchObject(invalid);
    }
    await world.database.query('ALTER TABLE api_keys_away RENAME TO api_keys');
    await expect(
      world.gateway().authenticateKey({ apiKey: composeApiKey(Array(40).fill(7)), client: '' }),
    ).rejects.toMatchObject(invalid);
  });

  it('records the last use and client at most once a minute', async () => {
    expect(await shown()).toMatchObject({ apiKeyLastUsedMs: 0, apiKeyLastClient: '' });
    await world.gateway().authenticateKey({ apiKey, client: 'curl/8\r\n\0' });
    const first = await shown();
    expect(first.apiKeyLastClient).toBe('curl/8');
    expect(first.apiKeyLastUsedMs).toBeGreaterThan(0);
    await world.gateway().authenticateKey({ apiKey, client: 'other' });
    expect(await shown()).toEqual(first);
    world.clock.advance(60_000);
    await world.gateway().authenticateKey({ apiKey, client: 'other' });
    expect((await shown()).apiKeyLastClient).toBe('other');
  });

  it('still succeeds when the last use cannot be written', async () => {
    await world.database.query(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'disk full'; END $$`,
    );
    await world.database.query(
      'CREATE TRIGGER refuse BEFORE UPDATE ON api_keys FOR EACH ROW EXECUTE FUNCTION refuse()',
    );
    expect(await world.gateway().authenticateKey({ apiKey, client: 'curl' })).toMatchObject({ accountId });
  });

  it('cannot use a stored key for another account, and stores no key in clear text', async () => {
    const [row] = await world.database.query('SELECT k::text AS text FROM api_keys k');
    expect(row.text).not.toContain(apiKey);
    expect(row.text).not.toContain(Buffer.from(apiKey).toString('hex'));
    const thief = (await world.verifiedUser('eve@example.com')).user.id;
    await world.database.query('UPDATE api_keys SET user_id = $1', [thief]);
    await expect(world.gateway().getUser({ accountId: thief })).rejects.toThrow('Internal error');
  });
});
