import { existsSync } from 'node:fs';
import { chmod, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { firstRow, freshFolder, removeFolder, runNode } from './backend-trial.js';
import { startPostgres, type PostgresBackend } from './postgres-backend.js';

const built = new URL('../dist/postgres-backend.js', import.meta.url);

describe('an embedded Postgres', () => {
  let folder: string;
  let backend: PostgresBackend | undefined;
  const start = async (dataDir = folder) => (backend = await startPostgres({ dataDir, durability: 'fast' }));
  beforeEach(async () => (folder = await freshFolder()));
  afterEach(async () => {
    await backend?.stop();
    await removeFolder(folder);
  });

  it('keeps the data over a restart, and leaves no process and no file behind', async () => {
    const first = await start();
    await firstRow(first, 'CREATE TABLE note AS SELECT 42 AS answer');
    await first.stop();
    expect(existsSync(first.socketDir)).toBe(false);
    expect(existsSync(`/proc/${first.pid}`)).toBe(false);
    expect(await firstRow(await start(), 'SELECT answer FROM note')).toEqual({ answer: 42 });
  });

  it('keeps committed data when Postgres itself is killed', async () => {
    const first = await start();
    await firstRow(first, 'CREATE TABLE note AS SELECT 7 AS answer');
    process.kill(first.pid, 'SIGKILL');
    await first.exited;
    const second = await start();
    expect(await firstRow(second, 'SELECT answer FROM note')).toEqual({ answer: 7 });
    expect(existsSync(first.socketDir)).toBe(false);
  });

  it('keeps committed data, its socket and the folder through a stop that flushes nothing', async () => {
    const running = await start();
    const { pid, socketDir } = running;
    await firstRow(running, 'CREATE TABLE note AS SELECT 9 AS answer');
    await running.stopImmediately();
    expect(existsSync(`/proc/${pid}`)).toBe(false);
    await expect(firstRow(running, 'SELECT 1')).rejects.toThrow();
    await expect(startPostgres({ dataDir: folder })).rejects.toThrow('already running');
    await running.restart();
    expect(running.pid).not.toBe(pid);
    expect(running.socketDir).toBe(socketDir);
    expect(await firstRow(running, 'SELECT answer FROM note')).toEqual({ answer: 9 });
  });

  it('is stopped to the end also by a process that has nothing else to do', async () => {
    const { line } = await runNode(`
      const { startPostgres } = await import('${built}');
      const { rm } = await import('node:fs/promises');
      const backend = await startPostgres({ dataDir: ${JSON.stringify(folder)}, durability: 'fast' });
      await backend.stopImmediately();
      await backend.stop();
      await rm(${JSON.stringify(folder)}, { recursive: true });
      console.log('the folder is removed');`);
    expect(line).toBe('the folder is removed');
    expect(existsSync(folder)).toBe(false);
  });

  it('can be ended for good after a stop, without another start', async () => {
    const running = await start();
    await running.stopImmediately();
    await running.stop();
    await running.exited;
    expect(existsSync(running.socketDir)).toBe(false);
    expect(await firstRow(await start(), 'SELECT 1 AS one')).toEqual({ one: 1 });
  });

  it('works in folders of one user alone, and below a path far longer than a socket may have', async () => {
    await chmod(folder, 0o700);
    const deep = join(folder, 'a'.repeat(120), 'b'.repeat(120));
    await mkdir(deep, { recursive: true, mode: 0o700 });
    const { socketDir } = await start(deep);
    expect(Buffer.byteLength(join(socketDir, '.s.PGSQL.5432.lock'))).toBeLessThan(104);
  });

  it('asks for the password and listens on no network address', async () => {
    const running = await start();
    await expect(
      firstRow({ ...running, url: (name) => running.url(name, 'postgres', 'wrong') }, 'SELECT 1'),
    ).rejects.toThrow('password authentication failed');
    expect(await firstRow(running, 'SHOW listen_addresses')).toEqual({ listen_addresses: '' });
    expect((await stat(join(folder, 'superuser-password'))).mode & 0o777).toBe(0o600);
    expect((await stat(running.socketDir)).mode & 0o777).toBe(0o700);
    const refused = await new Promise((resolve) =>
      connect(running.port, '127.0.0.1').once('error', () => resolve(true)),
    );
    expect(refused).toBe(true);
  });

  it('also listens on a network when asked to, for clients with the password', async () => {
    const startOn = async (clients: string) =>
      (backend = await startPostgres({ dataDir: folder, network: { address: '127.0.0.2', clients } }));
    const ask = (password: string) =>
      firstRow(
        { ...backend!, url: (name) => `postgresql://postgres:${password}@127.0.0.2:${backend!.port}/${name}` },
        'SELECT 1 AS one',
      );
    await startOn('127.0.0.0/8');
    expect(await ask(backend!.superuserPassword)).toEqual({ one: 1 });
    await expect(ask('wrong')).rejects.toThrow('password authentication failed');
    await backend!.stop();
    await startOn('10.0.0.0/8');
    await expect(ask(backend!.superuserPassword)).rejects.toThrow('no pg_hba.conf entry');
    expect(await firstRow(backend!, 'SELECT 1 AS one')).toEqual({ one: 1 });
  });

  it('leads a separate process group, so that Ctrl-C in the terminal does not reach it before Node has drained', async () => {
    const { pid } = await start();
    expect(process.kill(-pid, 0)).toBe(true);
  });

  it('refuses a second backend on the same folder and leaves the first one running', async () => {
    const running = await start();
    await expect(startPostgres({ dataDir: folder })).rejects.toThrow('already running');
    expect(await firstRow(running, 'SELECT 1 AS one')).toEqual({ one: 1 });
  });

  it('removes a database whose creation was interrupted, and what is left of it', async () => {
    // Any user that Postgres may have to run as can reach it, so its files are in the data folder.
    await chmod(folder, 0o755);
    await mkdir(join(folder, 'cluster/base'), { recursive: true });
    await writeFile(join(folder, 'cluster/PG_VERSION'), '18\n');
    await mkdir(join(folder, 'cluster.new-abc'));
    expect(await firstRow(await start(), 'SELECT 1 AS one')).toEqual({ one: 1 });
    expect(existsSync(join(folder, 'cluster.new-abc'))).toBe(false);
  });

  it('reports missing files of a finished database instead of starting empty', async () => {
    await chmod(folder, 0o755);
    await (await start()).stop();
    await rm(join(folder, 'cluster'), { recursive: true });
    await expect(start()).rejects.toThrow('are missing');
    backend = undefined;
  });
});
