import { type DynamicModule, Module } from '@nestjs/common';
import { GetResult } from './results/get-result.usecase.js';
import { SummariseVideo } from './results/summarise-video.usecase.js';
import { SummarisationController } from './summarisation.controller.js';
import { SummaryMetrics } from './summary-metrics.js';
import type { UseCases } from './use-cases.js';
import { GetInfo } from './videos/get-info.usecase.js';
import { ListDemoVideos } from './videos/list-demo-videos.usecase.js';
import { ResolveVideo } from './videos/resolve-video.usecase.js';

@Module({})
export class AppModule {
  /** The use-cases come ready made: their parts differ by shape of deployment. */
  static with(useCases: UseCases): DynamicModule {
    return {
      module: AppModule,
      controllers: [SummarisationController],
      providers: [
        { provide: ResolveVideo, useValue: useCases.resolveVideo },
        { provide: SummariseVideo, useValue: useCases.summariseVideo },
        { provide: GetInfo, useValue: useCases.getInfo },
        { provide: GetResult, useValue: useCases.getResult },
        { provide: ListDemoVideos, useValue: useCases.listDemoVideos },
        { provide: SummaryMetrics, useValue: useCases.metrics },
      ],
    };
  }
}
