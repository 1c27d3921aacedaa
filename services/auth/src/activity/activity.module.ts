import { Module } from '@nestjs/common';
import { ActivityLog } from './activity-log.provider.js';
import { ActivityController } from './activity.controller.js';
import { ActivityRepository } from './activity.repository.js';
import { ListActivity } from './list-activity.usecase.js';

@Module({
  controllers: [ActivityController],
  providers: [ActivityLog, ActivityRepository, ListActivity],
  exports: [ActivityLog],
})
export class ActivityModule {}
