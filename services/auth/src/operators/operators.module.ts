import { Module } from '@nestjs/common';
import { ActivityModule } from '../activity/activity.module.js';
import { MailLinksModule } from '../mail-links/mail-links.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { EndSessionsByOperator } from './end-sessions-by-operator.usecase.js';
import { InspectAccount } from './inspect-account.usecase.js';
import { NoteOperatorAction } from './note-operator-action.usecase.js';
import { OperatorLog } from './operator-log.provider.js';
import { OperatorsController } from './operators.controller.js';
import { ResendMail } from './resend-mail.usecase.js';
import { ResumeAccount } from './resume-account.usecase.js';
import { SuspendAccount } from './suspend-account.usecase.js';

@Module({
  imports: [UsersModule, SessionsModule, MailLinksModule, ActivityModule],
  controllers: [OperatorsController],
  providers: [
    OperatorLog,
    InspectAccount,
    SuspendAccount,
    ResumeAccount,
    ResendMail,
    EndSessionsByOperator,
    NoteOperatorAction,
  ],
})
export class OperatorsModule {}
