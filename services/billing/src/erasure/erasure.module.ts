import { Module } from '@nestjs/common';
import { PaymentsModule } from '../payments/payments.module.js';
import { QuotesModule } from '../quotes/quotes.module.js';
import { StripeModule } from '../stripe/stripe.module.js';
import { UsageHeadsModule } from '../usage-heads/usage-heads.module.js';
import { DeleteStripeCustomers } from './delete-stripe-customers.usecase.js';
import { ErasedAccountsRepository } from './erased-accounts.repository.js';
import { ErasedUsersConsumer } from './erased-users.consumer.js';
import { ForgetAccount } from './forget-account.usecase.js';

@Module({
  imports: [PaymentsModule, QuotesModule, StripeModule, UsageHeadsModule],
  controllers: [ErasedUsersConsumer],
  providers: [ErasedAccountsRepository, ForgetAccount, DeleteStripeCustomers],
})
export class ErasureModule {}
