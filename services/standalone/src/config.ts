import { parseConfig } from '@precis/runtime/config';
import { tracingSettings } from '@precis/runtime/tracing/tracing-settings';
import { resolve } from 'node:path';
import { z } from 'zod';

/** The settings that standalone itself reads, with their defaults. */
export const standaloneConfigSchema = z.object({
  /** TCP port of the only origin. */
  PORT: z
    .string()
    .default('8080')
    .refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65535, 'expected a port number from 0 to 65535')
    .transform(Number),
  /** Address to bind; any address except loopback exposes the sandbox to a network. */
  HOST: z.string().default('127.0.0.1'),
  /** The folder of all data: databases, secrets, mailbox, demo.json. */
  PRECIS_DATA_DIR: z
    .string()
    .default('.data')
    // Postgres writes the path into a line-based file, and messages contain it.
    .refine((path) => !/\p{Cc}/u.test(path), 'expected a path without control characters')
    .transform((path) => resolve(path)),
  /** Shifts the time of business rules, in seconds, to try out month ends and expiry. */
  PRECIS_CLOCK_OFFSET: z.coerce.number().int().default(0),
  /** The address for clients when it is not http://localhost:PORT. */
  PUBLIC_URL: z
    .url()
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  /** A real mail server; without it mails go to the sandbox mailbox. */
  SMTP_URL: z.string().optional(),
  /** This deployment's registration at Google; without it people sign in at the sandbox's provider. */
  GOOGLE_CLIENT_ID: z.string().optional(),
  /** An account at Stripe; without it cards are paid at the sandbox's simulator. */
  STRIPE_SECRET_KEY: z.string().optional(),
  /** A BTCPay Server; without it crypto is paid at the sandbox's simulator. */
  BTCPAY_URL: z.string().optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('warn'),
  /** Port of /healthz, /readyz and /metrics of all services together; 0 = any free one. When absent, none is opened. */
  OPS_PORT: z.coerce.number().int().min(0).max(65535).optional(),
  /** Address to bind the ops port to. */
  OPS_HOST: z.string().min(1).default('127.0.0.1'),
  ...tracingSettings,
});

/** Settings of the single-process deployment; all others are passed on to the services unchanged. */
export type StandaloneConfig = z.output<typeof standaloneConfigSchema> & { record: Record<string, string | undefined> };

/** Reads the settings from an environment, in which an empty value counts as absent. Throws ConfigError for an invalid setting. */
export function readConfig(record: Record<string, string | undefined>): StandaloneConfig {
  const given = Object.fromEntries(Object.entries(record).filter(([, value]) => value !== ''));
  return { ...parseConfig('standalone', standaloneConfigSchema, given), record: given };
}
