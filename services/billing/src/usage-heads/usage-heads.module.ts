import { Module } from '@nestjs/common';
import { UsageHeadsRepository } from './usage-heads.repository.js';
import { UsageMonthsConsumer } from './usage-months.consumer.js';

@Module({ controllers: [UsageMonthsConsumer], providers: [UsageHeadsRepository], exports: [UsageHeadsRepository] })
export class UsageHeadsModule {}
