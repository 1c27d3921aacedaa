import { eventProcessSettings } from '@precis/events/kafka/event-process-settings';
import { parseConfig } from '@precis/runtime/config';
import { z } from 'zod';
import { isSmtpUrl } from './mails/smtp-mail-sender.provider.js';

export const notificationsConfigSchema = z.object({
  /** postgres:// URL of notifications' own database; `?host=/folder` for a unix socket. */
  DATABASE_URL: z.string().startsWith('postgres'),
  /** gRPC target of auth: `unix:/folder/auth.sock`, `dns:///auth:50051`, `ipv4:a:1,b:1`. */
  AUTH_ADDRESS: z.string().min(1),
  /** This service's secret as the caller `notifications`; auth has the same in its CALLER_SECRETS. */
  CALLER_SECRET: z.string().min(16),
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
});

export type NotificationsConfig = z.output<typeof notificationsConfigSchema>;

/** What the service's own process needs besides; standalone brings its own bus. */
export const notificationsProcessSchema = notificationsConfigSchema.extend(eventProcessSettings);

export const parseNotificationsConfig = (record: Record<string, unknown>): NotificationsConfig =>
  parseConfig('notifications', notificationsConfigSchema, record);
