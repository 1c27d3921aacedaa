import { createApp as createAuth, type AuthApp } from '@precis/auth/create-app';
import { parseAuthConfig } from '@precis/auth/config';
import { parseBillingConfig } from '@precis/billing/config';
import { createApp as createBilling } from '@precis/billing/create-app';
import type { Bus } from '@precis/events/bus';
import { parseNotificationsConfig } from '@precis/notifications/config';
import { createApp as createNotifications } from '@precis/notifications/create-app';
import type { Clock } from '@precis/runtime/clock';
import { createLogger } from '@precis/runtime/logger';
import type { ServiceApp } from '@precis/runtime/service-app';
import { readConfig as readSummarisationConfig } from '@precis/summarisation/config';
import { createApp as createSummarisation } from '@precis/summarisation/create-app';
import type { SummaryEngine } from '@precis/summarisation/engines/summary-engine';
import { readConfig as readUsageConfig } from '@precis/usage/config';
import { createApp as createUsage } from '@precis/usage/create-app';
import type { DatabaseName } from './databases.js';
import type { InternalAddresses } from './internal-addresses.js';
import type { StandaloneSecrets } from './secrets.js';
import { stopTogether } from './shutdown.js';

export interface ServicesAround {
  /** Settings given by the user; they win over what standalone fills in. */
  record: Record<string, string | undefined>;
  databases: Record<DatabaseName, string>;
  addresses: InternalAddresses;
  secrets: StandaloneSecrets;
  bus: Bus;
  clock: Clock;
  publicUrl: string;
  smtpUrl: string;
  logLevel: string;
  /** For tests: an engine that fails on purpose. */
  engine?: SummaryEngine;
}

export interface RunningServices {
  auth: AuthApp;
  all: ServiceApp[];
}

/** Starts every service but the gateway, each as its own Nest application with its own config, side by side. */
export async function startServices(around: ServicesAround): Promise<RunningServices> {
  const config = readConfigs(around);
  const { bus, clock, engine } = around;
  const deps = (name: string) => ({ bus, clock, logger: createLogger(name, around.logLevel) });
  const auth = createAuth(config.auth, deps('auth'));
  const starting: Record<string, Promise<ServiceApp>> = {
    auth,
    billing: createBilling(config.billing, deps('billing')),
    usage: createUsage(config.usage, deps('usage')),
    summarisation: createSummarisation(config.summarisation, { ...deps('summarisation'), engine }),
    notifications: createNotifications(config.notifications, deps('notifications')),
  };
  const labelled = Object.entries(starting).map(async ([name, app]) => ofService(name, await app));
  const started = await Promise.allSettled(labelled);
  const all = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failed = started.find((one) => one.status === 'rejected');
  if (failed) {
    // Why the start failed is what counts.
    await stopTogether(all.map((app) => () => app.close())).catch(() => undefined);
    throw failed.reason;
  }
  return { auth: await auth, all };
}

/** In the one /metrics of all services each says whose numbers they are. */
export function ofService<A extends ServiceApp>(service: string, app: A): A {
  app.metrics.setDefaultLabels({ service });
  return app;
}

/** All of them before anything starts: a bad setting must not leave half a house running. */
function readConfigs({ record, databases, addresses, secrets, publicUrl, smtpUrl }: ServicesAround) {
  const common = (name: DatabaseName) => ({
    ...record,
    // The loggers are handed in; the services' own setting is for processes of their own.
    LOG_LEVEL: undefined,
    DATABASE_URL: databases[name],
    GRPC_URL: addresses.of(name),
    CALLER_SECRETS: addresses.callerSecrets,
  });
  return {
    auth: parseAuthConfig({
      ...common('auth'),
      PUBLIC_URL: publicUrl,
      LINK_SECRET: secrets.linkSecret,
      KEY_ENCRYPTION_KEYS: `1=${secrets.keyEncryptionKey}`,
      API_KEY_PEPPER: secrets.apiKeyPepper,
      EMAIL_HASH_SECRET: secrets.emailHashSecret,
    }),
    billing: parseBillingConfig(common('billing')),
    usage: readUsageConfig({
      ...common('usage'),
      BILLING_ADDRESS: addresses.of('billing'),
      CALLER_SECRET: addresses.secrets.usage,
    }),
    summarisation: readSummarisationConfig(common('summarisation')),
    notifications: parseNotificationsConfig({
      ...common('notifications'),
      SMTP_URL: smtpUrl,
      MAIL_FROM: record.MAIL_FROM ?? 'Precis <no-reply@precis.example>',
      AUTH_ADDRESS: addresses.of('auth'),
      CALLER_SECRET: addresses.secrets.notifications,
    }),
  };
}
