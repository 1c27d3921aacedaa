import { Bus } from '@precis/events/bus';
import { createLogger } from '@precis/runtime/logger';
import { eventually } from '@precis/testing/eventually';
import { type FreshDatabase, freshDatabase } from '@precis/testing/postgres';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { parseAuthConfig } from './config.js';
import { createApp } from './create-app.js';

/** Auth consumes nothing, and publishes nothing here. */
class IdleBus extends Bus {
  async publish(): Promise<void> {}

  async run(): Promise<never> {
    throw new Error('auth consumes nothing');
  }

  async close(): Promise<void> {}
}

let folder: string;
let fresh: FreshDatabase;
let observer: DataSource;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'auth-'));
  fresh = await freshDatabase();
  observer = await new DataSource({ type: 'postgres', url: fresh.url }).initialize();
});
afterEach(async () => {
  await observer.destroy();
  await fresh.drop();
  rmSync(folder, { recursive: true });
});

/** Connections to auth' database, the observer's own not counted. */
async function connections(): Promise<number> {
  const [{ count }] = await observer.query(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
  );
  return count;
}

describe('auth as a whole', () => {
  it('frees its database also when another part of it fails to close', async () => {
    const config = parseAuthConfig({
      DATABASE_URL: fresh.url,
      GRPC_URL: `unix:${join(folder, 's')}`,
      CALLER_SECRETS: 'gateway=secret-of-the-gateway',
      PUBLIC_URL: 'http://localhost',
      LINK_SECRET: 'l'.repeat(32),
      KEY_ENCRYPTION_KEYS: `1=${Buffer.alloc(32, 1).toString('base64')}`,
      API_KEY_PEPPER: 'p'.repeat(32),
      EMAIL_HASH_SECRET: 'e'.repeat(32),
    });
    const app = await createApp(config, { bus: new IdleBus(), logger: createLogger('test', 'silent') });
    const [server] = app.nest.getMicroservices();
    const close = server.close.bind(server);
    Object.assign(server, { close: () => close().then(() => Promise.reject(new Error('the port does not let go'))) });
    expect(await connections()).toBeGreaterThan(0);
    await expect(app.close()).rejects.toThrow('auth did not close cleanly');
    await eventually('no connection is left', async () => (await connections()) === 0);
  });
});
