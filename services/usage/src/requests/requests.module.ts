import { Module } from '@nestjs/common';
import { ForgetOldRequests } from './forget-old-requests.usecase.js';
import { RequestsController } from './requests.controller.js';
import { RequestsRepository } from './requests.repository.js';

@Module({
  controllers: [RequestsController],
  providers: [RequestsRepository, ForgetOldRequests],
  exports: [RequestsRepository],
})
export class RequestsModule {}
