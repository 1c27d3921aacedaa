import { Module } from '@nestjs/common';
import { LedgerModule } from '../ledger/ledger.module.js';
import { CommissionsConsumer } from './commissions.consumer.js';
import { CommissionsRepository } from './commissions.repository.js';
import { CreditWallet } from './credit-wallet.usecase.js';
import { ReverseCommission } from './reverse-commission.usecase.js';
import { WalletController } from './wallet.controller.js';

@Module({
  imports: [LedgerModule],
  controllers: [WalletController, CommissionsConsumer],
  providers: [CommissionsRepository, CreditWallet, ReverseCommission],
})
export class WalletModule {}
