import { type DynamicModule, Module } from '@nestjs/common';
import { FoundationModule, type ModuleParts } from '@precis/runtime/foundation.module';
import { Vault } from '@precis/runtime/vault/vault.provider';
import type { NotificationsConfig } from './config.js';
import { AuthClient } from './mails/auth.client.js';
import { MailLinks } from './mails/mail-maker.provider.js';
import { MailsModule } from './mails/mails.module.js';
import { ErasedIds } from './preferences/erased-ids.provider.js';
import { OutgoingWebhooksModule } from './outgoing-webhooks/outgoing-webhooks.module.js';
import { WebhookLinks } from './outgoing-webhooks/webhook-links.js';
import { WebhookSecrets } from './outgoing-webhooks/webhook-secrets.provider.js';
import { WebhookSettings, readWebhookSettings } from './outgoing-webhooks/webhook-settings.js';
import { WebhookClient } from './outgoing-webhooks/webhook.client.js';
import { PreferencesModule } from './preferences/preferences.module.js';
import { UnsubscribeLinks } from './preferences/unsubscribe-links.provider.js';
import { MailSender } from './smtp/mail-sender.js';
import { SmtpMailSender } from './smtp/smtp-mail-sender.provider.js';

@Module({})
export class NotificationsModule {
  static with(parts: ModuleParts<NotificationsConfig>): DynamicModule {
    const { config } = parts;
    const settings = readWebhookSettings(config);
    const vault = new Vault(config.WEBHOOK_ENCRYPTION_KEYS, config.WEBHOOK_ENCRYPTION_CURRENT);
    return {
      module: NotificationsModule,
      imports: [
        FoundationModule.with(
          parts,
          [AuthClient, new AuthClient(config.AUTH_ADDRESS, config.CALLER_SECRET)],
          [MailSender, new SmtpMailSender(config)],
          [MailLinks, new MailLinks(config.PUBLIC_URL)],
          [ErasedIds, new ErasedIds(config.UNSUBSCRIBE_SECRET)],
          [WebhookSettings, settings],
          [WebhookClient, new WebhookClient(settings)],
          [WebhookSecrets, new WebhookSecrets(vault)],
          [WebhookLinks, new WebhookLinks(config.PUBLIC_URL)],
          [UnsubscribeLinks, new UnsubscribeLinks(config.PUBLIC_URL, config.UNSUBSCRIBE_SECRET)],
        ),
        PreferencesModule,
        MailsModule,
        OutgoingWebhooksModule,
      ],
    };
  }
}
