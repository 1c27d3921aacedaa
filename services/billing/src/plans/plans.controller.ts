import { Controller } from '@nestjs/common';
import { GrpcMethod } from '@nestjs/microservices';
import type { ListPlansResponse } from '@precis/proto/billing/v1/billing';
import { Callers } from '@precis/runtime/callers.guard';
import { DataSource } from 'typeorm';
import { PlansRepository } from './plans.repository.js';

@Controller()
export class PlansController {
  constructor(
    private readonly database: DataSource,
    private readonly plans: PlansRepository,
  ) {}

  @GrpcMethod('BillingService', 'listPlans')
  @Callers('gateway')
  async listPlans(): Promise<ListPlansResponse> {
    const plans = await this.plans.current(this.database.manager);
    return {
      plans: plans.map(({ key, name, features, priceCents, durations, videosPerMonth }) => ({
        key,
        name,
        features,
        priceCents,
        durations,
        videosPerMonth,
      })),
    };
  }
}
