import { eventProcessSettings } from '@precis/events/kafka/event-process-settings';
import { defineConfig } from '@precis/runtime/config';
import { callerSettings, databaseSettings, originUrl, rpcAddress, servingSettings } from '@precis/runtime/settings';
import { z } from 'zod';
import { isSmtpUrl } from './smtp/smtp-mail-sender.provider.js';

const settings = {
  ...databaseSettings,
  ...servingSettings,
  ...callerSettings,
  AUTH_ADDRESS: rpcAddress,
  /** Origin of the web app; the links of mails that auth does not make start with it. */
  PUBLIC_URL: originUrl,
  /** Makes the tokens of unsubscribe links. Changing it makes the links in all mails that were sent worthless. */
  UNSUBSCRIBE_SECRET: z.string().min(32, 'expected a secret of 32 characters or more'),
  /** `smtp://user:password@host:587` or `smtps://...`; user and password percent-encoded. */
  SMTP_URL: z
    .string()
    .refine(
      (text) => isSmtpUrl(text),
      'expected smtp://user:password@host:port or smtps://..., with nothing behind it',
    ),
  /** Hosts, comma separated, that mails may reach in clear text when they offer no STARTTLS. This machine always may. */
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
  /** Sender of every mail: `Precis <no-reply@example.com>`. Its domain is also the Message-ID's. */
  MAIL_FROM: z.string().regex(/^[^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>$/, 'expected `Name <address@domain>`'),
};

export const { configSchema, processSchema, readConfig } = defineConfig(
  'notifications',
  settings,
  eventProcessSettings,
);

export type NotificationsConfig = z.output<typeof configSchema>;
