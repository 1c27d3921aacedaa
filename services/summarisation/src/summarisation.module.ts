import { type DynamicModule, Module } from '@nestjs/common';
import { type Foundation, FoundationModule } from './foundation.module.js';
import { ResultsModule } from './results/results.module.js';
import { SummarisationController } from './summarisation.controller.js';
import { VideosModule } from './videos/videos.module.js';

@Module({})
class SummarisationModule {}

/** The whole service; closing the Nest application closes its threads and its connections to YouTube. */
export function summarisationModule(foundation: Foundation): DynamicModule {
  return {
    module: SummarisationModule,
    imports: [FoundationModule.with(foundation), VideosModule, ResultsModule],
    controllers: [SummarisationController],
  };
}
