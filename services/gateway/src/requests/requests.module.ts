import { Module } from '@nestjs/common';
import { RequestRecords } from './request-records.js';
import { RequestsController } from './requests.controller.js';

@Module({ controllers: [RequestsController], providers: [RequestRecords] })
export class RequestsModule {}
