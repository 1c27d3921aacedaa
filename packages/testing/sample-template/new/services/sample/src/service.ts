import { type DynamicModule, Module } from '@nestjs/common';
import type { Service } from '@precis/events/start-service';
import { SampleServiceService } from '@precis/proto/sample/v1/sample';
import { FoundationModule, type ModuleParts } from '@precis/runtime/foundation.module';
import { processSchema, type SampleConfig } from './config.js';
import { openDatabase } from './database.js';
import { RegistrationsController } from './registrations.controller.js';
import { RegistrationsRepository } from './registrations.repository.js';
import { UsersConsumer } from './users.consumer.js';

/** Its one feature. With a second, this is `sample.module.ts` and imports a module of each feature. */
@Module({ controllers: [RegistrationsController, UsersConsumer], providers: [RegistrationsRepository] })
class SampleModule {
  static with(parts: ModuleParts<SampleConfig>): DynamicModule {
    return { module: SampleModule, imports: [FoundationModule.with(parts)] };
  }
}

export const sample: Service<SampleConfig> = {
  name: 'sample',
  processSchema,
  openDatabase,
  module: SampleModule.with,
  rpc: { 'sample.v1': SampleServiceService },
  consumes: true,
};
