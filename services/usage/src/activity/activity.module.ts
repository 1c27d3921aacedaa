import { Module } from '@nestjs/common';
import { ActivityController } from './activity.controller.js';
import { TimetablesModule } from '../timetables/timetables.module.js';
import { ActivityRepository } from './activity.repository.js';

@Module({ imports: [TimetablesModule], controllers: [ActivityController], providers: [ActivityRepository] })
export class ActivityModule {}
