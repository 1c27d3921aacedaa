import { createApp as createAuth, type AuthApp } from '@precis/auth/create-app';
import { parseAuthConfig } from '@precis/auth/config';
import { parseBillingConfig } from '@precis/billing/config';
import { createApp as createBilling } from '@precis/billing/create-app';
import type { Bus } from '@precis/events/bus';
import type { EventServiceDeps } from '@precis/events/event-service';
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
import type { InternalAddresses } from './internal-addresses.js';
import type { StandaloneSecrets } from './secrets.js';
import { stopTogether } from './shutdown.js';

export interface ServicesAround {
  /** Settings given by the user; they win over what standalone fills in. */
  record: Record<string, string | undefined>;
  databases: Record<string, string>;
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

/** Every service of services.json but the gateway: how it reads its settings, how it starts, and what it needs besides the usual settings. */
export const ENTRIES = {
  auth: entry(parseAuthConfig, createAuth, ({ publicUrl, secrets }) => ({
    PUBLIC_URL: publicUrl,
    LINK_SECRET: secrets.linkSecret,
    KEY_ENCRYPTION_KEYS: `1=${secrets.keyEncryptionKey}`,
    API_KEY_PEPPER: secrets.apiKeyPepper,
    EMAIL_HASH_SECRET: secrets.emailHashSecret,
  })),
  billing: entry(parseBillingConfig, createBilling),
  usage: entry(readUsageConfig, createUsage),
  summarisation: entry(readSummarisationConfig, createSummarisation),
  notifications: entry(parseNotificationsConfig, createNotifications, ({ smtpUrl, record }) => ({
    SMTP_URL: smtpUrl,
    MAIL_FROM: record.MAIL_FROM ?? 'Precis <no-reply@precis.example>',
  })),
};

type Deps = EventServiceDeps & Pick<ServicesAround, 'engine'>;

/** Reads the settings at once, and answers what starts the service: a bad setting must leave nothing running. */
function entry<C, A extends ServiceApp>(
  read: (record: Record<string, unknown>) => C,
  create: (config: C, deps: Deps) => Promise<A>,
  besides: (around: ServicesAround) => Record<string, string> = () => ({}),
) {
  return (name: string, around: ServicesAround) => {
    const config = read({
      ...around.record,
      // The loggers are handed in; the services' own setting is for processes of their own.
      LOG_LEVEL: undefined,
      DATABASE_URL: around.databases[name],
      ...around.addresses.settingsOf(name),
      ...besides(around),
    });
    const { bus, clock, engine, logLevel } = around;
    return async () =>
      ofService(name, await create(config, { bus, clock, engine, logger: createLogger(name, logLevel) }));
  };
}

/** Starts every service but the gateway, each as its own Nest application with its own config, side by side. */
export async function startServices(around: ServicesAround): Promise<RunningServices> {
  const starts = Object.entries(ENTRIES).map(([name, prepare]) => [name, prepare(name, around)] as const);
  const started = await Promise.allSettled(starts.map(([, start]) => start()));
  const all = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failed = started.find((one) => one.status === 'rejected');
  if (failed) {
    // Why the start failed is what counts.
    await stopTogether(all.map((app) => () => app.close())).catch(() => undefined);
    throw failed.reason;
  }
  return { auth: all[starts.findIndex(([name]) => name === 'auth')] as AuthApp, all };
}

/** In the one /metrics of all services each says whose numbers they are. */
export function ofService<A extends ServiceApp>(service: string, app: A): A {
  app.metrics.setDefaultLabels({ service });
  return app;
}
