import { type DynamicModule, Module } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { AuthClient } from './auth.client.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import { MailOutcomes } from './mail-outcomes.js';
import { MailRequestedConsumer } from './mail-requested.consumer.js';
import { MailSender } from './mail-sender.js';
import { SendRequestedMail } from './send-requested-mail.usecase.js';

@Module({})
export class MailsModule {
  static with(auth: AuthClient, sender: MailSender, outcomes: MailOutcomes, clock: Clock): DynamicModule {
    return {
      module: MailsModule,
      controllers: [MailRequestedConsumer],
      providers: [
        { provide: AuthClient, useValue: auth },
        { provide: MailSender, useValue: sender },
        { provide: MailOutcomes, useValue: outcomes },
        { provide: Clock, useValue: clock },
        DeliveriesRepository,
        SendRequestedMail,
      ],
    };
  }
}
