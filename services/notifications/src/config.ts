import { eventProcessSettings } from '@precis/events/kafka/event-process-settings';
import { defineConfig } from '@precis/runtime/config';
import { callerSettings, databaseSettings, originUrl, rpcAddress, servingSettings } from '@precis/runtime/settings';
import { z } from 'zod';
import { webhookEncryptionSettings } from './outgoing-webhooks/webhook-encryption-settings.js';
import { isSmtpUrl } from './smtp/smtp-mail-sender.provider.js';

const settings = {
  ...databaseSettings,
  ...servingSettings,
  ...callerSettings,
  AUTH_ADDRESS: rpcAddress,
  /** Origin of the web app; the links of mails that auth does not make start with it. */
  PUBLIC_URL: originUrl,
  /** Key of the tokens in unsubscribe links. Changing it invalidates the links of all sent mails. */
  UNSUBSCRIBE_SECRET: z.string().min(32, 'expected a secret of 32 characters or more'),
  /** `smtp://user:password@host:587` or `smtps://...`; user and password percent-encoded. */
  SMTP_URL: z
    .string()
    .refine((text) => isSmtpUrl(text), 'expected smtp://user:password@host:port or smtps://..., with nothing after it'),
  /** Hosts, separated by commas, to which mails may be sent in clear text when they offer no STARTTLS. This machine is always allowed. */
  SMTP_CLEAR_HOSTS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .toLowerCase()
        .split(',')
        .map((host) => host.trim())
        .filter(Boolean),
    ),
  ...webhookEncryptionSettings,
  /**
   * `on` allows webhooks to this machine and to private networks, also over http. Refused unless PUBLIC_URL is on this machine (HOOK-15).
   */
  WEBHOOK_PRIVATE_TARGETS: z.enum(['off', 'on']).default('off'),
  /** Milliseconds that one attempt may take, from the DNS look-up to the end of the response (HOOK-6). */
  WEBHOOK_DEADLINE_MS: z.coerce.number().int().min(50).max(10_000).default(10_000),
  /** Tests and replays that an account may start per day (HOOK-12). */
  WEBHOOK_TESTS_PER_DAY: z.coerce.number().int().min(1).max(10_000).default(100),
  /** Attempts at webhooks that an account gets per day (HOOK-12). */
  WEBHOOK_ATTEMPTS_PER_DAY: z.coerce.number().int().min(1).max(10_000_000).default(50_000),
  /** Sender of every mail: `Precis <no-reply@example.com>`. Its domain is also the Message-ID's. */
  MAIL_FROM: z.string().regex(/^[^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>$/, 'expected `Name <address@domain>`'),
};

export const { configSchema, processSchema, readConfig } = defineConfig(
  'notifications',
  settings,
  eventProcessSettings,
);

export type NotificationsConfig = z.output<typeof configSchema>;
