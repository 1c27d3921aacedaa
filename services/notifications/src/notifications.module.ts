import { type DynamicModule, Module } from '@nestjs/common';
import { FoundationModule, type ModuleParts } from '@precis/runtime/foundation.module';
import type { NotificationsConfig } from './config.js';
import { AuthClient } from './mails/auth.client.js';
import { MailSender } from './mails/mail-sender.js';
import { MailsModule } from './mails/mails.module.js';
import { SmtpMailSender } from './mails/smtp-mail-sender.provider.js';

@Module({})
export class NotificationsModule {
  static with(parts: ModuleParts<NotificationsConfig>): DynamicModule {
    const { config } = parts;
    const auth = new AuthClient(config.AUTH_ADDRESS, config.CALLER_SECRET);
    return {
      module: NotificationsModule,
      imports: [
        FoundationModule.with(parts, [AuthClient, auth], [MailSender, new SmtpMailSender(config)]),
        MailsModule,
      ],
    };
  }
}
