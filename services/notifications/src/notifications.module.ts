import { type DynamicModule, Module } from '@nestjs/common';
import { FoundationModule, type ModuleParts } from '@precis/runtime/foundation.module';
import type { NotificationsConfig } from './config.js';
import { AuthClient } from './mails/auth.client.js';
import { MailLinks } from './mails/mail-maker.provider.js';
import { MailsModule } from './mails/mails.module.js';
import { ErasedIds } from './preferences/erased-ids.provider.js';
import { PreferencesModule } from './preferences/preferences.module.js';
import { UnsubscribeLinks } from './preferences/unsubscribe-links.provider.js';
import { MailSender } from './smtp/mail-sender.js';
import { SmtpMailSender } from './smtp/smtp-mail-sender.provider.js';

@Module({})
export class NotificationsModule {
  static with(parts: ModuleParts<NotificationsConfig>): DynamicModule {
    const { config } = parts;
    return {
      module: NotificationsModule,
      imports: [
        FoundationModule.with(
          parts,
          [AuthClient, new AuthClient(config.AUTH_ADDRESS, config.CALLER_SECRET)],
          [MailSender, new SmtpMailSender(config)],
          [MailLinks, new MailLinks(config.PUBLIC_URL)],
          [ErasedIds, new ErasedIds(config.UNSUBSCRIBE_SECRET)],
          [UnsubscribeLinks, new UnsubscribeLinks(config.PUBLIC_URL, config.UNSUBSCRIBE_SECRET)],
        ),
        PreferencesModule,
        MailsModule,
      ],
    };
  }
}
