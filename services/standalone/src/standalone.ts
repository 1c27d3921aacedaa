import { lockDataFolder } from '@precis/engines/data-folder-lock';
import { startPostgres } from '@precis/engines/postgres-engine';
import { openEmbeddedBus } from '@precis/events/embedded-bus';
import { readConfig as readGatewayConfig } from '@precis/gateway/config';
import { createApp as createGateway } from '@precis/gateway/create-app';
import { UsageServiceService } from '@precis/proto/usage/v1/usage';
import { SystemClock } from '@precis/runtime/clock';
import { connectRpc } from '@precis/runtime/grpc-client';
import { createLogger } from '@precis/runtime/logger';
import { startMailbox } from '@precis/sandbox/mailbox/mailbox';
import type { SummaryEngine } from '@precis/summarisation/engines/summary-engine';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { StandaloneConfig } from './config.js';
import { type DatabaseName, openDatabases } from './databases.js';
import { type DemoAccount, prepareDemoAccount, writeDemoFile } from './demo-account.js';
import { openInternalAddresses, type InternalAddresses } from './internal-addresses.js';
import { writeOperatorFile } from './operator-file.js';
import { choosePort } from './port.js';
import { mailboxRoutes } from './sandbox-routes.js';
import { loadSecrets } from './secrets.js';
import { Shutdown } from './shutdown.js';
import { startServices } from './start-services.js';

export interface Standalone {
  demo: DemoAccount;
  /** What the sandbox stands in for. */
  sandboxed: string[];
  /** postgres:// URL of each service's database, for audits. */
  databaseUrls: Record<DatabaseName, string>;
  /** Settles when the database ended without being asked to: nothing can go on. */
  databaseLost: Promise<void>;
  close(): Promise<void>;
}

/** Where tests put a part that fails on purpose. */
export interface StandaloneOverrides {
  engine?: SummaryEngine;
  /** Puts something between the gateway and usage: gets usage's gRPC target, answers the target to use. */
  beforeUsage?: (address: string) => Promise<string>;
}

/** Every service in one process on embedded parts. Whatever a former life left behind is ended or taken over first. */
export async function startStandalone(config: StandaloneConfig, overrides: StandaloneOverrides = {}): Promise<Standalone> {
  const shutdown = new Shutdown();
  const logger = createLogger('standalone', config.LOG_LEVEL);
  try {
    const port = await choosePort(config.HOST, config.PORT);
    const url = config.PUBLIC_URL ?? `http://localhost:${port}`;
    const dataDir = config.PRECIS_DATA_DIR;
    mkdirSync(dataDir, { recursive: true });
    const lock = lockDataFolder(dataDir);
    shutdown.add(() => lock.release());
    const secrets = loadSecrets(dataDir);
    const addresses = openInternalAddresses();
    shutdown.add(() => addresses.remove());
    const clock = new SystemClock(config.PRECIS_CLOCK_OFFSET * 1000);

    const postgres = await startPostgres({ dataDir: join(dataDir, 'postgres') });
    shutdown.add(() => postgres.stop());
    const databases = await openDatabases(postgres);
    const bus = await openEmbeddedBus({ url: databases.bus, logger });
    shutdown.add(() => bus.close());
    const mailbox = await startMailbox({ dataDir: join(dataDir, 'mailbox') });
    shutdown.add(() => mailbox.close());

    const smtpUrl = config.SMTP_URL ?? mailbox.smtpUrl;
    const { record, LOG_LEVEL: logLevel } = config;
    const services = await startServices({ record, databases, addresses, secrets, bus, clock, publicUrl: url, smtpUrl, logLevel, engine: overrides.engine });
    shutdown.add(() => Promise.all(services.all.map((app) => app.close())));
    await releaseFormerLife(addresses);

    let demoWritten = false;
    const usageAddress = (await overrides.beforeUsage?.(addresses.of('usage'))) ?? addresses.of('usage');
    const gateway = await createGateway(gatewayConfig(config, port, url, addresses, usageAddress), {
      logger: createLogger('gateway', logLevel),
      routes: (fastify) => mailboxRoutes(fastify, mailbox),
      ready: async () => {
        if (!demoWritten) throw new Error('The demo account is not written yet');
        await Promise.all(services.all.map((app) => app.ready()));
      },
    });
    shutdown.add(() => gateway.close());

    const demo = await prepareDemoAccount(services.auth, addresses, url, secrets.demoPassword, clock.now());
    writeOperatorFile(dataDir, addresses);
    writeDemoFile(dataDir, demo);
    demoWritten = true;
    await gateway.ready();

    const sandboxed = config.SMTP_URL ? [] : ['the mail server'];
    return {
      demo,
      sandboxed,
      databaseUrls: databases,
      databaseLost: postgres.exited,
      close: async () => {
        const failures = await shutdown.run();
        failures.forEach((failure) => logger.error({ err: failure as Error }, 'a part did not stop cleanly'));
      },
    };
  } catch (error) {
    await shutdown.run();
    throw error;
  }
}

function gatewayConfig(config: StandaloneConfig, port: number, url: string, addresses: InternalAddresses, usageAddress: string) {
  return readGatewayConfig({
    ...config.record,
    PORT: port,
    HOST: config.HOST,
    PUBLIC_URL: url,
    AUTH_ADDRESS: addresses.of('auth'),
    BILLING_ADDRESS: addresses.of('billing'),
    USAGE_ADDRESS: usageAddress,
    SUMMARISATION_ADDRESS: addresses.of('summarisation'),
    CALLER_SECRET: addresses.secrets.gateway,
    LOG_LEVEL: config.LOG_LEVEL,
  });
}

/** The only gateway is not running yet, so whatever is reserved was reserved by the dead. */
async function releaseFormerLife(addresses: InternalAddresses): Promise<void> {
  const usage = connectRpc(UsageServiceService, { address: addresses.of('usage'), caller: 'standalone', secret: addresses.secrets.standalone });
  await usage.releaseAllReservations({}, { deadlineMs: 15_000, idempotent: true });
  usage.close();
}
