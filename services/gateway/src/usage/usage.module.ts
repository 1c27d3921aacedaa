import { Module } from '@nestjs/common';
import { DownloadsModule } from '../downloads/downloads.module.js';
import { StatementController } from './statement.controller.js';
import { UsageController } from './usage.controller.js';

@Module({ imports: [DownloadsModule], controllers: [UsageController, StatementController] })
export class UsageModule {}
