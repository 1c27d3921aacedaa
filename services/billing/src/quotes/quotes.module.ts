import { Module } from '@nestjs/common';
import { LedgerModule } from '../ledger/ledger.module.js';
import { PlansModule } from '../plans/plans.module.js';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module.js';
import { CreateQuote } from './create-quote.usecase.js';
import { ForgetQuotes } from './forget-quotes.usecase.js';
import { QuotesController } from './quotes.controller.js';
import { Quotes } from './quotes.provider.js';
import { QuotesRepository } from './quotes.repository.js';

@Module({
  imports: [LedgerModule, PlansModule, SubscriptionsModule],
  controllers: [QuotesController],
  providers: [QuotesRepository, Quotes, CreateQuote, ForgetQuotes],
  exports: [Quotes],
})
export class QuotesModule {}
