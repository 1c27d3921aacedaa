import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { eventually } from './eventually.js';
import { freshDatabase } from './postgres.js';

const CONNECTIONS = `SELECT count(*)::int AS n FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`;

/** A running app of any service. */
interface Closable {
  close(): Promise<unknown>;
}

/**
 * Opens an app on a separate database and closes it. Returns the error of the close, or undefined. Throws when the app never used the database, or
 * still holds a connection to it after the close.
 */
export async function closeApp(open: (databaseUrl: string, folder: string) => Promise<Closable>): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'closing-'));
  const fresh = await freshDatabase();
  const observer = await new DataSource({ type: 'postgres', url: fresh.url }).initialize();
  const connections = async (): Promise<number> => (await observer.query(CONNECTIONS))[0].n;
  try {
    const app = await open(fresh.url, folder);
    if ((await connections()) === 0) throw new Error('the app has no connection that it could leave behind');
    const complaint = await app.close().then(
      () => undefined,
      (error: unknown) => error,
    );
    await eventually('no connection is left', async () => (await connections()) === 0);
    return complaint;
  } finally {
    await observer.destroy();
    await fresh.drop();
    await rm(folder, { recursive: true });
  }
}
