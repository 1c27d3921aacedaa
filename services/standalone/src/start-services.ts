import { readConfig as readAuthConfig } from '@precis/auth/config';
import { auth as authService } from '@precis/auth/service';
import { readConfig as readBillingConfig } from '@precis/billing/config';
import { billing } from '@precis/billing/service';
import type { Bus } from '@precis/events/bus';
import { type RunningService, startService } from '@precis/events/start-service';
import { readConfig as readNotificationsConfig } from '@precis/notifications/config';
import { notifications } from '@precis/notifications/service';
import type { Clock } from '@precis/runtime/clock';
import { createLogger } from '@precis/runtime/logger';
import type { ServiceApp } from '@precis/runtime/service-app';
import { readConfig as readSummarisationConfig } from '@precis/summarisation/config';
import { summarisation } from '@precis/summarisation/service';
import type { SummaryEngine } from '@precis/summarisation/engines/summary-engine';
import { readConfig as readUsageConfig } from '@precis/usage/config';
import { usage } from '@precis/usage/service';
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
  auth: RunningService;
  all: ServiceApp[];
}

/** Starts every service but the gateway, each as its own Nest application with its own config, side by side. */
export async function startServices(around: ServicesAround): Promise<RunningServices> {
  const config = readConfigs(around);
  const { bus, clock, engine } = around;
  const deps = (name: string) => ({ bus, clock, logger: createLogger(name, around.logLevel) });
  const auth = startService(authService, config.auth, deps('auth'));
  const starting: Record<string, Promise<ServiceApp>> = {
    auth,
    billing: startService(billing, config.billing, deps('billing')),
    usage: startService(usage, config.usage, deps('usage')),
    summarisation: startService(summarisation, config.summarisation, { ...deps('summarisation'), engine }),
    notifications: startService(notifications, config.notifications, deps('notifications')),
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
    auth: readAuthConfig({
      ...common('auth'),
      PUBLIC_URL: publicUrl,
      LINK_SECRET: secrets.linkSecret,
      KEY_ENCRYPTION_KEYS: `1=${secrets.keyEncryptionKey}`,
      API_KEY_PEPPER: secrets.apiKeyPepper,
      EMAIL_HASH_SECRET: secrets.emailHashSecret,
    }),
    billing: readBillingConfig(common('billing')),
    usage: readUsageConfig({
      ...common('usage'),
      BILLING_ADDRESS: addresses.of('billing'),
      CALLER_SECRET: addresses.secrets.usage,
    }),
    summarisation: readSummarisationConfig(common('summarisation')),
    notifications: readNotificationsConfig({
      ...common('notifications'),
      SMTP_URL: smtpUrl,
      MAIL_FROM: record.MAIL_FROM ?? 'Precis <no-reply@precis.example>',
      AUTH_ADDRESS: addresses.of('auth'),
      CALLER_SECRET: addresses.secrets.notifications,
    }),
  };
}
