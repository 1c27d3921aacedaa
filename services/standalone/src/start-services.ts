import { readConfig as readAuthConfig } from '@precis/auth/config';
import { auth as authService } from '@precis/auth/service';
import { readConfig as readBillingConfig } from '@precis/billing/config';
import { billing } from '@precis/billing/service';
import type { Bus } from '@precis/events/bus';
import {
  type RunningService,
  type Service,
  type ServiceConfig,
  type ServiceDeps,
  startService,
} from '@precis/events/start-service';
import { readConfig as readNotificationsConfig } from '@precis/notifications/config';
import { mayAllowPrivate } from '@precis/notifications/outgoing-webhooks/endpoint-url.rule';
import { notifications } from '@precis/notifications/service';
import { readConfig as readReferralsConfig } from '@precis/referrals/config';
import { referrals } from '@precis/referrals/service';
import type { Clock } from '@precis/runtime/clock';
import { createLogger } from '@precis/runtime/logger';
import type { ServiceApp } from '@precis/runtime/service-app';
import { readConfig as readSummarisationConfig } from '@precis/summarisation/config';
import { summarisation } from '@precis/summarisation/service';
import type { GoogleSandbox } from '@precis/sandbox/google/google-sandbox';
import type { SummaryEngine } from '@precis/summarisation/engines/summary-engine';
import { readConfig as readUsageConfig } from '@precis/usage/config';
import { usage } from '@precis/usage/service';
import type { InternalAddresses } from './internal-addresses.js';
import { derivedSecret, type StandaloneSecrets } from './secrets.js';
import { stopTogether } from './shutdown.js';

/** What every service gets from standalone. `databases`: the postgres:// URL of each service's database, by the service's name. */
export interface ServicesOptions {
  /** Settings of the user, which override standalone's. */
  record: Record<string, string | undefined>;
  databases: Record<string, string>;
  addresses: InternalAddresses;
  secrets: StandaloneSecrets;
  bus: Bus;
  clock: Clock;
  publicUrl: string;
  smtpUrl: string;
  /** The sign-in provider when no client at Google is configured. */
  google?: GoogleSandbox;
  /** The payment simulators when no account at a provider is configured. */
  paymentSettings?: Record<string, string>;
  logLevel: string;
  /** For tests: an engine that fails on purpose. */
  engine?: SummaryEngine;
}

/** The started services. `auth` is also one of `all`. */
export interface RunningServices {
  auth: RunningService;
  all: RunningService[];
}

/** Every service of services.json except those that serve HTTP, with the reader of its settings and the settings that standalone adds. */
export const ENTRIES = {
  auth: entry(authService, readAuthConfig, ({ publicUrl, secrets, google }) => ({
    PUBLIC_URL: publicUrl,
    LINK_SECRET: secrets.linkSecret,
    KEY_ENCRYPTION_KEYS: `1=${secrets.keyEncryptionKey}`,
    API_KEY_PEPPER: secrets.apiKeyPepper,
    EMAIL_HASH_SECRET: secrets.emailHashSecret,
    ...(google && {
      GOOGLE_ISSUER: google.issuer,
      GOOGLE_CLIENT_ID: google.client.id,
      GOOGLE_CLIENT_SECRET: google.client.secret,
    }),
  })),
  billing: entry(billing, readBillingConfig, ({ publicUrl, paymentSettings }) => ({
    PUBLIC_URL: publicUrl,
    ...paymentSettings,
  })),
  usage: entry(usage, readUsageConfig),
  summarisation: entry(summarisation, readSummarisationConfig),
  notifications: entry(notifications, readNotificationsConfig, ({ publicUrl, secrets, smtpUrl, record }) => ({
    PUBLIC_URL: publicUrl,
    UNSUBSCRIBE_SECRET: derivedSecret(secrets, 'unsubscribe'),
    // base64url of 32 bytes, which Node also reads as base64.
    WEBHOOK_ENCRYPTION_KEYS: record.WEBHOOK_ENCRYPTION_KEYS ?? `1=${derivedSecret(secrets, 'webhooks')}`,
    // Users of a product on their own machine test webhooks with a receiver on that machine.
    WEBHOOK_PRIVATE_TARGETS: record.WEBHOOK_PRIVATE_TARGETS ?? (isForThisMachine(publicUrl, record) ? 'on' : 'off'),
    SMTP_URL: smtpUrl,
    MAIL_FROM: record.MAIL_FROM ?? 'Precis <no-reply@precis.example>',
  })),
  referrals: entry(referrals, readReferralsConfig),
};

/** Whether only this machine can reach this process, both by its public address and by the socket that it opens. */
const isForThisMachine = (publicUrl: string, { HOST = '127.0.0.1' }: ServicesOptions['record']) =>
  mayAllowPrivate(publicUrl) && /^(127(\.\d{1,3}){3}|localhost|::1)$/.test(HOST);

/** Reads the settings immediately, and returns a function that starts the service: a bad setting must leave nothing running. */
function entry<C extends ServiceConfig>(
  service: Service<C, ServiceDeps & Pick<ServicesOptions, 'engine'>>,
  read: (record: Record<string, unknown>) => C,
  besides: (around: ServicesOptions) => Record<string, string> = () => ({}),
) {
  return (name: string, around: ServicesOptions) => {
    const config = read({
      ...around.record,
      // The loggers are passed in; the services' own setting is for separate processes.
      LOG_LEVEL: undefined,
      DATABASE_URL: around.databases[name],
      ...around.addresses.settingsOf(name),
      ...besides(around),
    });
    const { bus, clock, engine, logLevel } = around;
    return async () =>
      withServiceLabel(
        name,
        await startService(service, config, { bus, clock, engine, logger: createLogger(name, logLevel) }),
      );
  };
}

/** Starts every service with RPCs, each as a separate Nest application with its own config, in parallel. */
export async function startServices(around: ServicesOptions): Promise<RunningServices> {
  const starts = Object.entries(ENTRIES).map(([name, prepare]) => [name, prepare(name, around)] as const);
  const started = await Promise.allSettled(starts.map(([, start]) => start()));
  const all = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failed = started.find((one) => one.status === 'rejected');
  if (failed) {
    // The failure of the start is thrown, and not one of the stops.
    await stopTogether(all.map((app) => () => app.close())).catch(() => undefined);
    throw failed.reason;
  }
  return { auth: all[starts.findIndex(([name]) => name === 'auth')], all };
}

/** Adds the label `service` to all metrics of the app, because all services share one /metrics. Returns the app. */
export function withServiceLabel<A extends ServiceApp>(service: string, app: A): A {
  app.metrics.setDefaultLabels({ service });
  return app;
}
