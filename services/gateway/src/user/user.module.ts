import { Module } from '@nestjs/common';
import { WalletModule } from '../wallet/wallet.module.js';
import { AccountController } from './account.controller.js';
import { ExportAccount } from './export-account.usecase.js';
import { NotificationsController } from './notifications.controller.js';
import { ProfileController } from './profile.controller.js';
import { UnsubscribeController } from './unsubscribe.controller.js';

@Module({
  imports: [WalletModule],
  controllers: [ProfileController, AccountController, NotificationsController, UnsubscribeController],
  providers: [ExportAccount],
})
export class UserModule {}
