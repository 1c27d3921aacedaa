import { readConfig } from '@precis/gateway/config';
import { createApp } from '@precis/gateway/create-app';
import type { Clock } from '@precis/runtime/clock';
import { createLogger } from '@precis/runtime/logger';
import type { Mailbox } from '@precis/sandbox/mailbox/mailbox';
import type { StandaloneConfig } from './config.js';
import type { InternalAddresses } from './internal-addresses.js';
import { mailboxRoutes } from './sandbox-routes.js';

export interface GatewayAround {
  config: StandaloneConfig;
  port: number;
  publicUrl: string;
  addresses: InternalAddresses;
  /** gRPC target of usage. */
  usageAddress: string;
  clock: Clock;
  /** Absent when a real mail server is set. */
  mailbox?: Mailbox;
  /** What the sandbox stands in for. */
  sandboxed: string[];
  /** Throws while something that the gateway does not know of is not ready. */
  ready(): Promise<void>;
}

/** Starts the one origin: web app, API and, in the sandbox, the mailbox. */
export function startGateway({
  config,
  port,
  publicUrl,
  addresses,
  usageAddress,
  clock,
  mailbox,
  sandboxed,
  ready,
}: GatewayAround) {
  const settings = readConfig({
    ...config.record,
    ...addresses.settingsOf('gateway'),
    PORT: port,
    HOST: config.HOST,
    PUBLIC_URL: publicUrl,
    // With Google's own settings or without, auth has a sign-in here.
    GOOGLE_SIGN_IN: 'on',
    USAGE_ADDRESS: usageAddress,
    LOG_LEVEL: config.LOG_LEVEL,
  });
  return createApp(settings, {
    logger: createLogger('gateway', config.LOG_LEVEL),
    clock,
    routes: mailbox && ((fastify) => mailboxRoutes(fastify, mailbox, { publicUrl, port })),
    sandboxed,
    ready,
  });
}
