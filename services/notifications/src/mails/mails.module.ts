import { type DynamicModule, Module } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { AuthClient } from './auth.client.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { MailRequestedConsumer } from './mail-requested.consumer.js';
import { MailSender } from './mail-sender.js';
import { SendRequestedMail } from './send-requested-mail.usecase.js';

@Module({})
export class MailsModule {
  static with(auth: AuthClient, sender: MailSender, clock: Clock): DynamicModule {
    return {
      module: MailsModule,
      controllers: [MailRequestedConsumer],
      providers: [
        { provide: AuthClient, useValue: auth },
        { provide: MailSender, useValue: sender },
        { provide: Clock, useValue: clock },
        DeliveriesRepository,
        SendRequestedMail,
      ],
    };
  }
}
