import { Bus, type BusConsumer } from '@precis/events/bus';
import { startService } from '@precis/events/start-service';
import { createLogger } from '@precis/runtime/logger';
import type { ServiceApp } from '@precis/runtime/service-app';
import { type FreshDatabase, freshDatabase } from '@precis/testing/postgres';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from './config.js';
import { usage } from './service.js';
import { secretOf } from './testing/running-usage.js';

/** A bus whose consumer can be dead, as after a kafkajs crash. */
class CrashingBus extends Bus {
  crashed = false;

  async publish(): Promise<void> {}

  async run(): Promise<BusConsumer> {
    const healthy = () => {
      if (this.crashed) throw new Error('consumer of group usage crashed');
    };
    return { stop: async () => undefined, healthy };
  }

  async close(): Promise<void> {}
}

let folder: string;
let database: FreshDatabase;
let bus: CrashingBus;
let stopping: AbortController;
let app: ServiceApp;
beforeEach(async () => {
  [folder, database, bus, stopping] = [
    await mkdtemp(join(tmpdir(), 'usage-')),
    await freshDatabase(),
    new CrashingBus(),
    new AbortController(),
  ];
  const nobody = `unix:${join(folder, 'nobody')}`;
  const config = readConfig({
    DATABASE_URL: database.url,
    GRPC_URL: `unix:${join(folder, 's')}`,
    CALLER_SECRETS: '',
    BILLING_ADDRESS: nobody,
    AUTH_ADDRESS: nobody,
    SUMMARISATION_ADDRESS: nobody,
    CALLER_SECRET: secretOf('usage'),
  });
  app = await startService(usage, config, { bus, logger: createLogger('test', 'silent'), stopping: stopping.signal });
});
afterEach(async () => {
  await app.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

describe("the probes of usage's process", () => {
  it('fail liveness, not readiness for calls, when the consumer is dead', async () => {
    expect(() => app.alive!()).not.toThrow();
    bus.crashed = true;
    expect(() => app.alive!()).toThrow('consumer of group usage crashed');
    await app.ready();
  });

  it('fail readiness, never liveness, while the database is unavailable', async () => {
    await app.ready();
    await database.goAway();
    await expect(app.ready()).rejects.toThrow();
    expect(() => app.alive!()).not.toThrow();
    await database.comeBack();
    await app.ready();
  });

  it('fail readiness as soon as the process has to stop', async () => {
    stopping.abort(new Error('shutting down'));
    await expect(app.ready()).rejects.toThrow('shutting down');
    expect(() => app.alive!()).not.toThrow();
  });
});
