import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import type { CountRegistrationsResponse } from '@precis/proto/sample/v1/sample';
import { Callers } from '@precis/runtime/callers.guard';
import { DataSource } from 'typeorm';
import { RegistrationsRepository } from './registrations.repository.js';

@Controller()
export class RegistrationsController {
  constructor(
    private readonly database: DataSource,
    private readonly registrations: RegistrationsRepository,
  ) {}

  @GrpcMethod('SampleService', 'countRegistrations')
  @Callers('gateway', 'operator')
  async countRegistrations(): Promise<CountRegistrationsResponse> {
    return { registrations: await this.registrations.count(this.database.manager) };
  }
}
