import { Module } from '@nestjs/common';
import { QuotaModule } from '../quota/quota.module.js';
import { ForgetUnreadable } from './forget-unreadable.usecase.js';
import { HideSummary } from './hide-summary.usecase.js';
import { SummariesController } from './summaries.controller.js';
import { SummariesRepository } from './summaries.repository.js';

@Module({
  imports: [QuotaModule],
  controllers: [SummariesController],
  providers: [SummariesRepository, HideSummary, ForgetUnreadable],
})
export class SummariesModule {}
