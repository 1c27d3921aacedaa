import { ensureDatabase } from './database-setup.js';
import { firstRow, freshFolder, removeFolder } from './backend-trial.js';
import { startPostgres, type PostgresBackend } from './postgres-backend.js';

describe('setting up databases', () => {
  let folder: string;
  let backend: PostgresBackend;
  const as = (role: string, password: string) => ({
    ...backend,
    url: (name: string) => backend.url(name, role, password),
  });
  beforeAll(async () => {
    folder = await freshFolder();
    backend = await startPostgres({ dataDir: folder, durability: 'fast' });
  });
  afterAll(async () => {
    await backend.stop();
    await removeFolder(folder);
  });

  it('creates role and database once, even when asked repeatedly and in parallel', async () => {
    const owner = { database: 'books', role: 'books', password: "it's ä secret" };
    await Promise.all(Array.from({ length: 5 }, () => ensureDatabase(backend, owner)));
    await ensureDatabase(backend, owner);
    await firstRow(as('books', owner.password), 'CREATE TABLE note (id int)', 'books');
    expect(await firstRow(as('books', owner.password), 'SELECT current_user AS me', 'books')).toEqual({ me: 'books' });
  });

  it('changes the password of an existing role', async () => {
    await ensureDatabase(backend, { database: 'letters', role: 'letters', password: 'old' });
    await ensureDatabase(backend, { database: 'letters', role: 'letters', password: 'new' });
    expect(await firstRow(as('letters', 'new'), 'SELECT 1 AS one', 'letters')).toEqual({ one: 1 });
    await expect(firstRow(as('letters', 'old'), 'SELECT 1', 'letters')).rejects.toThrow('authentication failed');
  });

  it('denies each role access to the databases of others', async () => {
    await ensureDatabase(backend, { database: 'mine', role: 'mine', password: 'a' });
    await ensureDatabase(backend, { database: 'yours', role: 'yours', password: 'b' });
    await expect(firstRow(as('yours', 'b'), 'SELECT 1', 'mine')).rejects.toThrow('permission denied');
  });

  it('lets an owner add btree_gist', async () => {
    await ensureDatabase(backend, { database: 'rooms', role: 'rooms', password: 'a' });
    await firstRow(as('rooms', 'a'), 'CREATE EXTENSION btree_gist', 'rooms');
    await firstRow(
      as('rooms', 'a'),
      'CREATE TABLE booking (owner text, during daterange, EXCLUDE USING gist (owner WITH =, during WITH &&))',
      'rooms',
    );
  });
});
