import { Module } from '@nestjs/common';
import { ActivityModule } from '../activity/activity.module.js';
import { MailLinksModule } from '../mail-links/mail-links.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { AccountExportRepository } from './account-export.repository.js';
import { AccountsController } from './accounts.controller.js';
import { AccountsRepository } from './accounts.repository.js';
import { CloseAccount } from './close-account.usecase.js';
import { EraseAccounts } from './erase-accounts.usecase.js';
import { ExportAccount } from './export-account.usecase.js';
import { GetRecipient } from './get-recipient.usecase.js';

@Module({
  imports: [UsersModule, MailLinksModule, PasswordsModule, SessionsModule, ActivityModule],
  controllers: [AccountsController],
  providers: [AccountsRepository, AccountExportRepository, CloseAccount, EraseAccounts, ExportAccount, GetRecipient],
})
export class AccountsModule {}
