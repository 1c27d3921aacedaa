import { startPostgres } from '@precis/backends/postgres-backend';
import { openEmbeddedBus } from '@precis/events/embedded/embedded-bus';
import { createLogger, type Logger } from '@precis/runtime/logger';
import { processMetrics } from '@precis/runtime/process-metrics';
import { startTracing } from '@precis/runtime/tracing/start-tracing';
import { type GoogleSandbox, startGoogleSandbox } from '@precis/sandbox/google/google-sandbox';
import { startMailbox } from '@precis/sandbox/mailbox/mailbox';
import type { SummaryEngine } from '@precis/summarisation/engines/summary-engine';
import { join } from 'node:path';
import type { StandaloneConfig } from './config.js';
import { openDataFolder } from './data-folder.js';
import { openDatabases } from './databases.js';
import { type DemoAccount, prepareDemoAccount, writeDemoFile } from './demo-account.js';
import { openInternalAddresses } from './internal-addresses.js';
import { MovableClock } from './movable-clock.js';
import { writeOperatorFile } from './operator-file.js';
import { startPaymentSandbox } from './payment-sandbox.js';
import { choosePort } from './port.js';
import { releaseFormerReservations } from './release-former-reservations.js';
import { loadSecrets } from './secrets.js';
import { Shutdown, stopTogether } from './shutdown.js';
import { startGateway } from './start-gateway.js';
import { startMcpServer } from './start-mcp-server.js';
import { startOps } from './start-ops.js';
import { withServiceLabel, startServices } from './start-services.js';
import { takeDataFolder } from './take-data-folder.js';
import { untilReady } from './until-ready.js';

/** A running product in one process. */
export interface Standalone {
  demo: DemoAccount;
  /** The simulated parts (OPS-3). */
  sandboxed: string[];
  /** postgres:// URL of each service's database, for audits. */
  databaseUrls: Record<string, string>;
  /** Settles when the database has ended, requested or not: nothing can continue. */
  databaseLost: Promise<void>;
  /** Stops every part; rejects when one of them did not stop cleanly, after the others have. */
  close(): Promise<void>;
}

/** For tests: a part that fails on purpose. */
export interface StandaloneOverrides {
  engine?: SummaryEngine;
  /** Puts a proxy between the gateway and usage: gets usage's gRPC target, returns the target to use. */
  beforeUsage?: (address: string) => Promise<string>;
}

const GOOGLE_PORT_DISTANCE = 20_000;
/** The gateway ends open calls before that (start-gateway.ts). The other parts must still stop within DRAIN_LIMIT_MS. */
const GATEWAY_STOP_LIMIT_MS = 22_000;
/** Longer than Postgres takes from the first to the last signal. */
const POSTGRES_STOP_LIMIT_MS = 25_000;

/**
 * Runs every service in one process on embedded parts (OPS-1). Processes that a former run left are ended or taken over first. Aborting `signal`
 * ends what was started, and rejects.
 */
export async function startStandalone(
  config: StandaloneConfig,
  overrides: StandaloneOverrides = {},
  signal?: AbortSignal,
): Promise<Standalone> {
  const shutdown = new Shutdown();
  const logger = createLogger('standalone', config.LOG_LEVEL);
  try {
    return await start(config, overrides, shutdown, logger, signal);
  } catch (error) {
    await stopAll(shutdown, logger);
    throw error;
  }
}

async function start(
  config: StandaloneConfig,
  overrides: StandaloneOverrides,
  shutdown: Shutdown,
  logger: Logger,
  signal?: AbortSignal,
): Promise<Standalone> {
  const dataDir = openDataFolder(config.PRECIS_DATA_DIR);
  const lock = await takeDataFolder(dataDir);
  shutdown.add('lock', () => lock.release());
  const port = await choosePort(config.HOST, config.PORT);
  const publicUrl = config.PUBLIC_URL ?? `http://localhost:${port}`;
  const secrets = await loadSecrets(dataDir);
  const addresses = await openInternalAddresses();
  shutdown.add('sockets', () => addresses.remove());
  const clock = new MovableClock(config.PRECIS_CLOCK_OFFSET);
  const ofProcess = processMetrics();
  const tracing = await startTracing('precis', config, ofProcess, logger);
  shutdown.add('traces', () => tracing.stop());

  signal?.throwIfAborted();
  const postgres = await startPostgres({ dataDir: join(dataDir, 'postgres') });
  shutdown.add('Postgres', () => postgres.stop(), POSTGRES_STOP_LIMIT_MS);
  signal?.throwIfAborted();
  const databases = await openDatabases(postgres);
  const bus = await openEmbeddedBus({ url: databases.bus, logger });
  shutdown.add('bus', () => bus.close());
  const mailbox = config.SMTP_URL ? undefined : await startMailbox({ dataDir: join(dataDir, 'mailbox') });
  if (mailbox) shutdown.add('mailbox', () => mailbox.close());
  // With a real mail server there may be outside users, and no user of this machine may impersonate them.
  const google = config.GOOGLE_CLIENT_ID || !mailbox ? undefined : await standInForGoogle(publicUrl, port);
  if (google) shutdown.add('Google sandbox', () => google.close());
  // For the same reason simulated money must not pay for anything.
  const payments = mailbox && (await startPaymentSandbox({ config, dataDir, port, secrets, clock }));
  if (payments) shutdown.add('payment sandbox', () => payments.close());

  signal?.throwIfAborted();
  const smtpUrl = config.SMTP_URL ?? mailbox!.smtpUrl;
  const { record, LOG_LEVEL: logLevel } = config;
  const services = await startServices({
    record,
    databases,
    addresses,
    secrets,
    bus,
    clock,
    publicUrl,
    smtpUrl,
    google,
    paymentSettings: payments?.settings,
    logLevel,
    engine: overrides.engine,
  });
  shutdown.add('services', () => stopTogether(services.all.map((app) => () => app.close())));
  signal?.throwIfAborted();
  await releaseFormerReservations(addresses);

  let demoWritten = false;
  const ready = async () => {
    if (!demoWritten) throw new Error('The demo account is not written yet');
    await Promise.all(services.all.map((app) => app.ready()));
  };
  const sandboxed = [
    ...(mailbox ? ['the mail server'] : []),
    ...(google ? ['Google sign-in'] : []),
    ...(payments?.names ?? []),
  ];
  const runClockedWork = async () => {
    await payments?.runClockedWork();
    await Promise.all(services.all.map((app) => app.runClockedWork()));
  };
  const usageAddress = (await overrides.beforeUsage?.(addresses.of('usage'))) ?? addresses.of('usage');
  const mcp = await startMcpServer(config, { port, publicUrl, addresses });
  shutdown.add('MCP server', () => mcp.close());
  const gateway = withServiceLabel(
    'gateway',
    await startGateway({
      config,
      port,
      publicUrl,
      addresses,
      usageAddress,
      clock,
      runClockedWork,
      mailbox,
      hasGoogle: google !== undefined || Boolean(config.GOOGLE_CLIENT_ID),
      sandboxed,
      ready,
    }),
  );
  shutdown.add('gateway', () => gateway.close(), GATEWAY_STOP_LIMIT_MS);
  const ops = await startOps(config, [...services.all, mcp, gateway], ofProcess, logger);
  if (ops) shutdown.add('ops port', () => ops.close());

  signal?.throwIfAborted();
  const demo = await prepareDemoAccount(services.auth, addresses, publicUrl, secrets.demoPassword, clock.now());
  await writeOperatorFile(dataDir, addresses, databases);
  await writeDemoFile(dataDir, demo);
  demoWritten = true;
  await untilReady(gateway, signal);
  return {
    demo,
    sandboxed,
    databaseUrls: databases,
    databaseLost: postgres.exited,
    close: async () => {
      const parts = await stopAll(shutdown, logger);
      if (parts.length > 0) throw new Error(`These parts did not stop cleanly: ${parts.join(', ')}.`);
    },
  };
}

/**
 * Starts the simulated Google at the same port each time, because known users are stored with the provider's address. The port is far from the
 * public one, because a person may try the next port for the app.
 */
function standInForGoogle(publicUrl: string, port: number): Promise<GoogleSandbox> {
  return startGoogleSandbox({
    redirectUri: `${publicUrl}/api/auth/google/callback`,
    port: port + GOOGLE_PORT_DISTANCE,
  });
}

/** Returns the names of the parts that failed to stop; the log has the reasons. */
async function stopAll(shutdown: Shutdown, logger: Logger): Promise<string[]> {
  const failures = await shutdown.run();
  failures.forEach(({ part, error }) => logger.error({ err: error as Error }, `${part} did not stop cleanly`));
  return [...new Set(failures.map(({ part }) => part))];
}
