import { eventProcessSettings } from '@precis/events/kafka/event-process-settings';
import { callerSecretsSchema, parseConfig } from '@precis/runtime/config';
import { z } from 'zod';
import { keyEncryptionSettings } from './vault/kek-ring.js';

const secret = z.string().min(32, 'expected a secret of 32 characters or more');

export const authConfigSchema = z.object({
  /** postgres:// URL of auth's own database; `?host=/folder` for a unix socket. */
  DATABASE_URL: z.string().startsWith('postgres'),
  /** Where the gRPC server listens: `0.0.0.0:50051` or `unix:/folder/auth.sock`. */
  GRPC_URL: z.string().min(1),
  /** Services that may call, each with its secret: `gateway=...,notifications=...,billing=...`. */
  CALLER_SECRETS: callerSecretsSchema,
  /** Origin of the web app without a trailing slash; mail links start with it. */
  PUBLIC_URL: z.url().transform((url) => url.replace(/\/+$/, '')),
  /** Derives the tokens of mail links. Changing it makes open links worthless. */
  LINK_SECRET: secret,
  ...keyEncryptionSettings,
  /** Keys the look-up hash of API keys. Changing it makes every issued key unknown. */
  API_KEY_PEPPER: secret,
  /** How many API keys an account may make in 24 hours, generated and rotated together. */
  API_KEYS_PER_DAY: z.coerce.number().int().min(2).max(10_000).default(50),
  /** Keys the e-mail hash in events, by which referrals recognises one person. Must never change. */
  EMAIL_HASH_SECRET: secret,
  /** How long a session lives; at most a day (ACC-19). */
  SESSION_TTL_SECONDS: z.coerce.number().int().min(60).max(86_400).default(86_400),
  /** `on` refuses common and product-related passwords (ACC-12). */
  PASSWORD_BLOCKLIST: z.enum(['off', 'on']).default('off'),
});

export type AuthConfig = z.output<typeof authConfigSchema>;

/** What the service's own process needs besides; standalone brings its own bus. */
export const authProcessSchema = authConfigSchema.extend(eventProcessSettings);

export const parseAuthConfig = (record: Record<string, unknown>): AuthConfig =>
  parseConfig('auth', authConfigSchema, record);
