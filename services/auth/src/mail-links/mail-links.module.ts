import { Module } from '@nestjs/common';
import { ActivityModule } from '../activity/activity.module.js';
import { UsersModule } from '../users/users.module.js';
import { InspectLink } from './inspect-link.usecase.js';
import { LiveLinks } from './live-links.provider.js';
import { MailLinksController } from './mail-links.controller.js';
import { MailRequester } from './mail-requester.provider.js';
import { MailRequestsRepository } from './mail-requests.repository.js';
import { RedeemMailRequest } from './redeem-mail-request.usecase.js';

@Module({
  imports: [ActivityModule, UsersModule],
  controllers: [MailLinksController],
  providers: [MailRequestsRepository, MailRequester, LiveLinks, RedeemMailRequest, InspectLink],
  exports: [MailRequestsRepository, MailRequester, LiveLinks],
})
export class MailLinksModule {}
