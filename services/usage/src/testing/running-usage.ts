import type { Bus } from '@precis/events/bus';
import { openEmbeddedBus } from '@precis/events/embedded/embedded-bus';
import { startService } from '@precis/events/start-service';
import { UsageServiceService } from '@precis/proto/usage/v1/usage';
import { connectRpc, type Rpc } from '@precis/runtime/grpc-client';
import { createLogger } from '@precis/runtime/logger';
import { migratedDatabase } from '@precis/testing/migrated-database';
import { busDatabase } from '@precis/events/fixture/bus-database';
import { openDatabase } from '../database.js';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { usage } from '../service.js';
import { readConfig } from '../config.js';

export const CALLERS = ['gateway', 'standalone', 'operator', 'auth', 'billing', 'summarisation', 'notifications'];
export const secretOf = (caller: string) => `${caller}-secret-of-the-tests`;

export type UsageClient = Rpc<typeof UsageServiceService>;

/** The whole service on a unix socket, a database and an embedded bus of its own. */
export interface RunningUsage {
  bus: Bus;
  /** Its gRPC target. */
  address: string;
  /** postgres:// URL of its own database, for direct reads. */
  databaseUrl: string;
  as(caller: string, secret?: string): UsageClient;
  close(): Promise<void>;
}

/** `billing` and `summarisation`: gRPC targets of their test doubles; without one, nothing listens there, nor at auth's. */
export async function startUsage(now: Date, billing?: string, summarisation?: string): Promise<RunningUsage> {
  const [own, log, folder] = [
    await migratedDatabase('usage', openDatabase),
    await busDatabase(),
    await mkdtemp(join(tmpdir(), 'usage-')),
  ];
  const logger = createLogger('usage-test', 'silent');
  const bus = await openEmbeddedBus({ url: log.url, logger, drainMs: 1_000 });
  const address = `unix:${join(folder, 's')}`;
  const config = readConfig({
    DATABASE_URL: own.url,
    GRPC_URL: address,
    CALLER_SECRETS: CALLERS.map((caller) => `${caller}=${secretOf(caller)}`).join(','),
    BILLING_ADDRESS: billing ?? `unix:${join(folder, 'no-billing')}`,
    AUTH_ADDRESS: `unix:${join(folder, 'no-auth')}`,
    SUMMARISATION_ADDRESS: summarisation ?? `unix:${join(folder, 'no-summarisation')}`,
    CALLER_SECRET: secretOf('usage'),
  });
  const app = await startService(usage, config, { bus, logger, clock: { now: () => now } });
  const clients: UsageClient[] = [];
  return {
    bus,
    address,
    databaseUrl: own.url,
    as: (caller, secret = secretOf(caller)) => {
      const client = connectRpc(UsageServiceService, { address, caller, secret });
      clients.push(client);
      return client;
    },
    close: async () => {
      for (const client of clients) client.close();
      await app.close();
      await bus.close();
      await Promise.all([own.drop(), log.drop(), rm(folder, { recursive: true })]);
    },
  };
}
