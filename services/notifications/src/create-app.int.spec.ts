import { Bus, type BusConsumer } from '@precis/events/bus';
import { createLogger } from '@precis/runtime/logger';
import { eventually } from '@precis/testing/eventually';
import { type FreshDatabase, freshDatabase } from '@precis/testing/postgres';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { parseNotificationsConfig } from './config.js';
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
  folder = mkdtempSync(join(tmpdir(), 'notifications-'));
  fresh = await freshDatabase();
  observer = await new DataSource({ type: 'postgres', url: fresh.url }).initialize();
});
afterEach(async () => {
  await observer.destroy();
  await fresh.drop();
  rmSync(folder, { recursive: true });
});

/** Connections to notifications' database, the observer's own not counted. */
async function connections(): Promise<number> {
  const [{ count }] = await observer.query(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
  );
  return count;
}

describe('notifications as a whole', () => {
  it('frees its database also when another part of it fails to close', async () => {
    const config = parseNotificationsConfig({
      DATABASE_URL: fresh.url,
      AUTH_ADDRESS: `unix:${join(folder, 'no-auth')}`,
      CALLER_SECRET: 'secret-of-notifications',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'Precis <no-reply@precis.example>',
    });
    const app = await createApp(config, { bus: new StuckBus(), logger: createLogger('test', 'silent') });
    expect(await connections()).toBeGreaterThan(0);
    await expect(app.close()).rejects.toThrow('notifications did not close cleanly');
    await eventually('no connection is left', async () => (await connections()) === 0);
  });
});
