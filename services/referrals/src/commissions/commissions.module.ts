import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AnswerCredit } from './answer-credit.usecase.js';
import { CommissionMetrics } from './commission-metrics.js';
import { CommissionsController } from './commissions.controller.js';
import { CommissionsRepository } from './commissions.repository.js';
import { FailPayment } from './fail-payment.usecase.js';
import { GetStats } from './get-stats.usecase.js';
import { JudgeAccount } from './judge-account.provider.js';
import { ListCommissions } from './list-commissions.usecase.js';
import { NoteChange } from './note-change.usecase.js';
import { NotePayment } from './note-payment.usecase.js';
import { PaymentsConsumer } from './payments.consumer.js';
import { PaymentsRepository } from './payments.repository.js';
import { SettleCommission } from './settle-commission.provider.js';
import { WalletsConsumer } from './wallets.consumer.js';

@Module({
  imports: [AccountsModule],
  controllers: [CommissionsController, PaymentsConsumer, WalletsConsumer],
  providers: [
    PaymentsRepository,
    CommissionsRepository,
    CommissionMetrics,
    SettleCommission,
    JudgeAccount,
    NotePayment,
    FailPayment,
    NoteChange,
    AnswerCredit,
    GetStats,
    ListCommissions,
  ],
  exports: [JudgeAccount],
})
export class CommissionsModule {}
