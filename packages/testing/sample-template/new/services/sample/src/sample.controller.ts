import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import type { CountRegistrationsResponse } from '@precis/proto/sample/v1/sample';
import { Callers } from '@precis/runtime/callers.guard';
import { DataSource } from 'typeorm';
import { Registration } from './sample-database.js';

@Controller()
export class SampleController {
  constructor(private readonly database: DataSource) {}

  @GrpcMethod('SampleService', 'countRegistrations')
  @Callers('gateway', 'operator')
  async countRegistrations(): Promise<CountRegistrationsResponse> {
    return { registrations: await this.database.getRepository(Registration).count() };
  }
}
