import { Module } from '@nestjs/common';
import { PlansController } from './plans.controller.js';
import { PlansRepository } from './plans.repository.js';
import { SeedPlans } from './seed-plans.usecase.js';

@Module({ controllers: [PlansController], providers: [PlansRepository, SeedPlans], exports: [PlansRepository] })
export class PlansModule {}
