import { Module } from '@nestjs/common';
import { ActivityLog } from './activity-log.provider.js';

@Module({ providers: [ActivityLog], exports: [ActivityLog] })
export class ActivityModule {}
