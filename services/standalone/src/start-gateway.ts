import { readConfig } from '@precis/gateway/config';
import { createApp } from '@precis/gateway/create-app';
import { createLogger } from '@precis/runtime/logger';
import type { Mailbox } from '@precis/sandbox/mailbox/mailbox';
import { BuiltSite } from '@precis/site/built-site';
import { SITE_FOLDER } from '@precis/site/site-folder';
import type { StandaloneConfig } from './config.js';
import type { InternalAddresses } from './internal-addresses.js';
import { clockRoute } from './clock-route.js';
import type { MovableClock } from './movable-clock.js';
import { mcpUrlOf } from './start-mcp-server.js';
import { mailboxRoutes } from './sandbox-routes.js';

/** What the gateway gets from standalone. */
export interface GatewayOptions {
  config: StandaloneConfig;
  port: number;
  publicUrl: string;
  addresses: InternalAddresses;
  /** gRPC target of usage. */
  usageAddress: string;
  clock: MovableClock;
  /** Runs the periodic jobs of every service. */
  runClockedWork(): Promise<void>;
  /** Absent with a real mail server. */
  mailbox?: Mailbox;
  /** Whether auth offers Google sign-in, real or simulated. */
  hasGoogle: boolean;
  /** The simulated parts. */
  sandboxed: string[];
  /** Throws while something outside the gateway is not ready. */
  ready(): Promise<void>;
}

/** After it the gateway needs at most 6.5 s (close-gateway.ts): together less than GATEWAY_STOP_LIMIT_MS of standalone.ts. */
const OPEN_CALLS_LIMIT_MS = 13_000;

/** Starts the only origin: web app, API and, in the sandbox, the mailbox and the clock. */
export function startGateway({
  config,
  port,
  publicUrl,
  addresses,
  usageAddress,
  clock,
  runClockedWork,
  mailbox,
  hasGoogle,
  sandboxed,
  ready,
}: GatewayOptions) {
  const settings = readConfig({
    ...config.record,
    ...addresses.settingsOf('gateway'),
    PORT: port,
    HOST: config.HOST,
    PUBLIC_URL: publicUrl,
    GOOGLE_SIGN_IN: hasGoogle ? 'on' : 'off',
    USAGE_ADDRESS: usageAddress,
    MCP_URL: mcpUrlOf(addresses),
    LOG_LEVEL: config.LOG_LEVEL,
  });
  return createApp(settings, {
    logger: createLogger('gateway', config.LOG_LEVEL),
    clock,
    // With a real mail server there may be outside users, who must not move the clock.
    routes:
      mailbox &&
      ((fastify) => {
        mailboxRoutes(fastify, mailbox, { publicUrl, port });
        clockRoute(fastify, clock, runClockedWork, { publicUrl, port });
      }),
    sandboxed,
    drainLimitMs: OPEN_CALLS_LIMIT_MS,
    site: new BuiltSite({ root: SITE_FOLDER, publicUrl }),
    ready,
  });
}
