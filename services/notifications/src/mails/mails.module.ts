import { Module } from '@nestjs/common';
import { DeliveriesRepository } from './deliveries.repository.js';
import { MailRequestedConsumer } from './mail-requested.consumer.js';
import { SendRequestedMail } from './send-requested-mail.usecase.js';

@Module({ controllers: [MailRequestedConsumer], providers: [DeliveriesRepository, SendRequestedMail] })
export class MailsModule {}
