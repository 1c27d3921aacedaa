import { eventProcessSettings } from '@precis/events/kafka/event-process-settings';
import { defineConfig } from '@precis/runtime/config';
import { databaseSettings, originUrl, servingSettings } from '@precis/runtime/settings';
import { z } from 'zod';
import { HASHINGS } from './passwords/password-hashing.js';
import { isSafeProviderUrl } from './google/google-client.js';
import { keyEncryptionSettings } from './vault/key-encryption-settings.js';

const secret = z.string().min(32, 'expected a secret of 32 characters or more');

const settings = {
  ...databaseSettings,
  ...servingSettings,
  /** Origin of the web app; mail links start with it. */
  PUBLIC_URL: originUrl,
  /** Key of the tokens of mail links and of the marks of browsers (ACC-65). Changing it invalidates open links and marks. */
  LINK_SECRET: secret,
  ...keyEncryptionSettings,
  /** Key of the look-up hash of API keys. Changing it makes every issued key unknown. */
  API_KEY_PEPPER: secret,
  /** How many API keys an account may make in 24 hours, generated and rotated together (KEY-7). */
  API_KEYS_PER_DAY: z.coerce.number().int().min(2).max(10_000).default(50),
  /** Exports of its data that an account may request per hour (LIMIT-12). */
  EXPORTS_PER_HOUR: z.coerce.number().int().min(1).max(10_000).default(6),
  /**
   * Key of the e-mail hash in events, by which referrals recognises one person. It also keys the hashes of mailboxes in mail requests, and those
   * under which wrong passwords are counted. Must never change.
   */
  EMAIL_HASH_SECRET: secret,
  /** How long a session lives; at most a day (ACC-19). */
  SESSION_TTL_SECONDS: z.coerce.number().int().min(60).max(86_400).default(86_400),
  /** This deployment's client id and secret at Google: both or none. Without them Google sign-in is not offered (OPS-2). */
  GOOGLE_CLIENT_ID: z.string().max(255).default(''),
  GOOGLE_CLIENT_SECRET: z.string().max(255).default(''),
  /** The OpenID provider; http is allowed only on this machine. */
  GOOGLE_ISSUER: z
    .string()
    .default('https://accounts.google.com')
    .refine(isSafeProviderUrl, 'expected an https:// URL'),
  /** `on` refuses common and product-related passwords (ACC-12). */
  PASSWORD_BLOCKLIST: z.enum(['off', 'on']).default('off'),
  /** `light` makes password hashing a hundred times faster. It protects nobody, so it is refused unless PUBLIC_URL is on this machine (ACC-11). */
  PASSWORD_HASHING: z.enum(HASHINGS).default('full'),
};

export const { configSchema, processSchema, readConfig } = defineConfig('auth', settings, eventProcessSettings);

export type AuthConfig = z.output<typeof configSchema>;
