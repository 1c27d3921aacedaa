import { Bus, type BusConsumer } from '@precis/events/bus';
import { createLogger } from '@precis/runtime/logger';
import { eventually } from '@precis/testing/eventually';
import { type FreshDatabase, freshDatabase } from '@precis/testing/postgres';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { readConfig } from './config.js';
import { createApp } from './create-app.js';

/** A bus whose consumer cannot be stopped in order. */
class StuckBus extends Bus {
  async publish(): Promise<void> {}

  async run(): Promise<BusConsumer> {
    return { stop: () => Promise.reject(new Error('the broker does not let go')), healthy: () => undefined };
  }

  async close(): Promise<void> {}
}

let folder: string;
let fresh: FreshDatabase;
let observer: DataSource;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'usage-'));
  fresh = await freshDatabase();
  observer = await new DataSource({ type: 'postgres', url: fresh.url }).initialize();
});
afterEach(async () => {
  await observer.destroy();
  await fresh.drop();
  rmSync(folder, { recursive: true });
});

/** Connections to usage' database, the observer's own not counted. */
async function connections(): Promise<number> {
  const [{ count }] = await observer.query(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
  );
  return count;
}

describe('usage as a whole', () => {
  it('frees its database also when another part of it fails to close', async () => {
    const config = readConfig({
      DATABASE_URL: fresh.url,
      GRPC_URL: `unix:${join(folder, 's')}`,
      CALLER_SECRETS: 'gateway=secret-of-the-gateway',
      BILLING_ADDRESS: `unix:${join(folder, 'no-billing')}`,
      CALLER_SECRET: 'secret-of-usage-here',
    });
    const app = await createApp(config, { bus: new StuckBus(), logger: createLogger('test', 'silent') });
    expect(await connections()).toBeGreaterThan(0);
    await expect(app.close()).rejects.toThrow('usage did not close cleanly');
    await eventually('no connection is left', async () => (await connections()) === 0);
  });
});
