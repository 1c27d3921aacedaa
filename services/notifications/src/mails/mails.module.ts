import { Module } from '@nestjs/common';
import { WebhookQueueModule } from '../outgoing-webhooks/webhook-queue.module.js';
import { PreferencesModule } from '../preferences/preferences.module.js';
import { ApiKeyMailsConsumer } from './api-key-mails.consumer.js';
import { CommissionMailsConsumer } from './commission-mails.consumer.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { DeliverMail } from './deliver-mail.usecase.js';
import { ForgetAccount } from './forget-account.usecase.js';
import { ForgetDeliveries } from './forget-deliveries.usecase.js';
import { MailMaker } from './mail-maker.provider.js';
import { MailMetrics } from './mail-metrics.js';
import { MailSenders } from './mail-senders.provider.js';
import { PaymentMailsConsumer } from './payment-mails.consumer.js';
import { QueueMail } from './queue-mail.usecase.js';
import { QuotaMailsConsumer } from './quota-mails.consumer.js';
import { ReminderMailsConsumer } from './reminder-mails.consumer.js';
import { UserMailsConsumer } from './user-mails.consumer.js';

@Module({
  imports: [PreferencesModule, WebhookQueueModule],
  controllers: [
    UserMailsConsumer,
    ApiKeyMailsConsumer,
    QuotaMailsConsumer,
    PaymentMailsConsumer,
    ReminderMailsConsumer,
    CommissionMailsConsumer,
  ],
  providers: [
    DeliveriesRepository,
    QueueMail,
    ForgetAccount,
    ForgetDeliveries,
    MailMaker,
    MailMetrics,
    DeliverMail,
    MailSenders,
  ],
  exports: [QueueMail],
})
export class MailsModule {}
