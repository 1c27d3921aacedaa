import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readClusterMarker } from './cluster-marker.js';
import { firstRow, freshFolder, killHard, removeFolder, runNode } from './backend-trial.js';
import { commandLine, isAlive } from './process-table.js';
import { startPostgres, type PostgresBackend } from './postgres-backend.js';
import { waitUntil } from './wait-until.js';

const built = new URL('../dist/postgres-backend.js', import.meta.url);

describe('a Postgres whose Node process was killed', () => {
  let folder: string;
  let backend: PostgresBackend | undefined;
  beforeEach(async () => (folder = await freshFolder()));
  afterEach(async () => {
    await backend?.stop();
    await removeFolder(folder);
  });

  async function killNodeOnly(): Promise<{ pid: number; socketDir: string }> {
    const { child, line } = await runNode(`
      const { startPostgres } = await import('${built}');
      const { pid, socketDir } = await startPostgres({ dataDir: ${JSON.stringify(folder)} });
      console.log(JSON.stringify({ pid, socketDir }));
      setInterval(() => undefined, 1000);`);
    await killHard(child);
    return JSON.parse(line) as { pid: number; socketDir: string };
  }

  /** Outside the data folder when Postgres must run as another user. */
  const clusterOf = async (dataDir: string) => resolve(dataDir, (await readClusterMarker(dataDir))!.path);

  async function writeInto(pidFile: string, formerPid: number, pid: number): Promise<void> {
    await writeFile(pidFile, (await readFile(pidFile, 'utf8')).replace(String(formerPid), String(pid)));
  }

  it('keeps running until the next start ends it and clears its folder', async () => {
    const orphan = await killNodeOnly();
    expect(await isAlive(orphan.pid)).toBe(true);
    backend = await startPostgres({ dataDir: folder });
    expect(await isAlive(orphan.pid)).toBe(false);
    expect(existsSync(orphan.socketDir)).toBe(false);
    expect(await firstRow(backend, 'SELECT 1 AS one')).toEqual({ one: 1 });
  });

  it('starts again after both were killed, with a busy backend still alive', async () => {
    const orphan = await killNodeOnly();
    const password = await readFile(join(folder, 'superuser-password'), 'utf8');
    const url = () => `postgresql://postgres:${password}@localhost/postgres?host=${orphan.socketDir}&port=5432`;
    const busy = firstRow({ url }, 'DO $$ BEGIN LOOP PERFORM 1; END LOOP; END $$').catch(() => 'cut off');
    const isBusy = async () =>
      (await firstRow({ url }, "SELECT count(*)::int AS n FROM pg_stat_activity WHERE query LIKE 'DO %'"))?.n === 1;
    expect(await waitUntil(isBusy, 5_000)).toBe(true);
    process.kill(orphan.pid, 'SIGKILL');
    backend = await startPostgres({ dataDir: folder });
    expect(await busy).toBe('cut off');
    expect(await firstRow(backend, 'SELECT 1 AS one')).toEqual({ one: 1 });
  });

  it('never signals a foreign process that has the process id of a dead Postgres', async () => {
    const orphan = await killNodeOnly();
    process.kill(orphan.pid, 'SIGKILL');
    const stranger = await runNode("console.log('here'); setInterval(() => undefined, 1000);");
    await writeInto(join(await clusterOf(folder), 'postmaster.pid'), orphan.pid, stranger.child.pid!);
    backend = await startPostgres({ dataDir: folder });
    expect(stranger.child.exitCode ?? stranger.child.signalCode).toBeNull();
    await killHard(stranger.child);
  });

  // Only Linux shows the working folder of a process.
  if (process.platform === 'linux') {
    it('never signals a foreign process that works in the folder, not even one that the pid file names', async () => {
      const orphan = await killNodeOnly();
      const cluster = await clusterOf(folder);
      // A process with the name and arguments of the real one; in practice it is a shell, an editor or a backup.
      const words = ['-e', 'setInterval(() => undefined, 1000)', '--', '-D', cluster];
      const stranger = spawn(process.execPath, words, { argv0: 'postgres', cwd: cluster, stdio: 'ignore' });
      expect(await waitUntil(async () => (await commandLine(stranger.pid!))[0] === 'postgres', 5_000)).toBe(true);
      await writeInto(join(cluster, 'postmaster.pid'), orphan.pid, stranger.pid!);
      try {
        backend = await startPostgres({ dataDir: folder });
        expect(await isAlive(orphan.pid)).toBe(false);
        expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
      } finally {
        await killHard(stranger);
      }
    });
  }
});
