import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { CommissionsModule } from '../commissions/commissions.module.js';
import { ForgetAccount } from './forget-account.usecase.js';
import { LearnAddress } from './learn-address.usecase.js';
import { UsersConsumer } from './users.consumer.js';
import { VerifyAccount } from './verify-account.usecase.js';

/** Decides who referred whom. */
@Module({
  imports: [AccountsModule, CommissionsModule],
  controllers: [UsersConsumer],
  providers: [LearnAddress, VerifyAccount, ForgetAccount],
})
export class AttributionModule {}
