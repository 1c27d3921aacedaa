import type { Service } from '@precis/events/start-service';
import { type NotificationsConfig, processSchema } from './config.js';
import { openDatabase } from './database.js';
import { AuthClient } from './mails/auth.client.js';
import { MailOutcomes } from './mails/mail-outcomes.js';
import { MailsModule } from './mails/mails.module.js';
import { SmtpMailSender } from './mails/smtp-mail-sender.provider.js';

/** A mail server may be away for hours: 12 attempts over 1.5 to 3 hours, within the 24 hours that a link lives. */
const RETRIES = { maxAttempts: 12, backoff: { firstMs: 1_000, factor: 4, capMs: 30 * 60_000 } };

/** It serves no RPC. */
export const notifications: Service<NotificationsConfig> = {
  name: 'notifications',
  processSchema,
  openDatabase,
  module: ({ config, clock, logger, metrics, closers }) => {
    const auth = new AuthClient(config.AUTH_ADDRESS, config.CALLER_SECRET);
    closers.push(async () => auth.close());
    return MailsModule.with(auth, new SmtpMailSender(config), new MailOutcomes(metrics, logger), clock);
  },
  consumes: RETRIES,
};
