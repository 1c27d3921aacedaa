import { execFile } from 'node:child_process';
import { chmod, cp, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { firstRow, freshFolder, removeFolder } from './backend-trial.js';
import { commandLine } from './process-table.js';
import { findPostgresBinaries } from './postgres-binaries.js';
import { startPostgres, type PostgresBackend } from './postgres-backend.js';

const run = promisify(execFile);

// Only root needs a way around Postgres' refusal of root. Any other user runs it directly, which the other specs show.
if (process.getuid?.() !== 0) {
  it('runs Postgres directly, because this is not root', () => expect(process.getuid?.()).not.toBe(0));
} else {
  describe('Postgres started by root', () => {
    let folder: string;
    let backend: PostgresBackend | undefined;
    const places: string[] = [];
    beforeEach(async () => {
      folder = await freshFolder();
      await chmod(folder, 0o700);
    });
    afterEach(async () => {
      await backend?.stop();
      for (const place of [folder, ...places.splice(0)]) await removeFolder(place);
    });
    const ownerOf = async (pid: number) => (await stat(`/proc/${pid}`)).uid;
    const placeOf = async (dataDir: string) =>
      (JSON.parse(await readFile(join(dataDir, 'cluster.json'), 'utf8')) as { path: string }).path;

    const namespacesAllowed = () =>
      run('unshare', ['--user', '--map-user=1000', 'true']).then(
        () => true,
        () => false,
      );

    it('receives signals itself, not through a wrapper, in a user namespace', async () => {
      const allowed = await namespacesAllowed();
      backend = await startPostgres({ dataDir: join(folder, 'data'), durability: 'fast' });
      expect((await commandLine(backend.pid))[0]).toMatch(/bin\/postgres$/);
      expect((await ownerOf(backend.pid)) === 0).toBe(allowed);
    });

    it('runs as another user where namespaces are refused, reads neither checkout nor data folder, keeps the data', async () => {
      const binaries = await findPostgresBinaries();
      const nativeDir = join(folder, 'native');
      await cp(binaries.nativeDir, nativeDir, { recursive: true, verbatimSymlinks: true });
      const unreachable = { nativeDir, version: `${binaries.version}-trial${process.pid}` };
      const options = {
        dataDir: join(folder, 'data'),
        durability: 'fast',
        rootWay: 'user',
        binaries: unreachable,
      } as const;
      backend = await startPostgres(options);
      places.push(dirname(await placeOf(options.dataDir)), dirname(dirname((await commandLine(backend.pid))[0])));
      expect(await ownerOf(backend.pid)).not.toBe(0);
      expect((await commandLine(backend.pid))[0].startsWith(folder)).toBe(false);
      await firstRow(backend, 'CREATE TABLE note AS SELECT 42 AS answer');
      await backend.stop();
      // `auto` would choose the namespace here, but data that already belongs to another user stays with that user.
      backend = await startPostgres({ ...options, rootWay: 'auto' });
      expect(await firstRow(backend, 'SELECT answer FROM note')).toEqual({ answer: 42 });
      expect(await ownerOf(backend.pid)).not.toBe(0);
      await backend.stop();
      // Removing the data folder means a new start: the folder outside of it is not reused.
      await rm(options.dataDir, { recursive: true });
      backend = await startPostgres(options);
      await expect(firstRow(backend, 'SELECT answer FROM note')).rejects.toThrow('does not exist');
    });

    it('keeps the data inside a data folder that the other user can reach', async () => {
      // The temporary folder of a test run is closed to other users, the one that it lies in is not.
      const shared = process.env.TMPDIR ? dirname(tmpdir()) : tmpdir();
      const reachable = await mkdtemp(join(shared, 'precis-reachable-'));
      places.push(reachable);
      await chmod(reachable, 0o755);
      const dataDir = join(reachable, 'data');
      backend = await startPostgres({ dataDir, durability: 'fast', rootWay: 'user' });
      expect(await placeOf(dataDir)).toBe('cluster');
      expect((await stat(join(dataDir, 'cluster'))).mode & 0o777).toBe(0o700);
    });

    it('keeps its data when a machine no longer allows namespaces', async () => {
      const dataDir = join(folder, 'data');
      const inNamespace = startPostgres({ dataDir, durability: 'fast', rootWay: 'namespace' });
      // Without user namespaces there is nothing to transfer, and a request for one fails with unshare's own message.
      if (!(await namespacesAllowed())) return expect(inNamespace).rejects.toThrow('unshare');
      backend = await inNamespace;
      await firstRow(backend, 'CREATE TABLE note AS SELECT 42 AS answer');
      await backend.stop();
      backend = await startPostgres({ dataDir, durability: 'fast', rootWay: 'user' });
      places.push(dirname(await placeOf(dataDir)));
      expect(await firstRow(backend, 'SELECT answer FROM note')).toEqual({ answer: 42 });
    });
  });
}
