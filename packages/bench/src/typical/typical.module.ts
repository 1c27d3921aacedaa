import { type DynamicModule, Module } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { RedisThrottlerStore } from './redis-throttler.store.js';
import { SummarizeController, SUMMARY } from './summarize.controller.js';

const WINDOW_MS = 60_000;
/** Far above what a run needs: the throttle decides, but never refuses. */
const LIMIT = 1_000_000_000;

@Module({})
export class TypicalModule {
  static with(database: DataSource, redisUrl: string, summary: object): DynamicModule {
    return {
      module: TypicalModule,
      imports: [
        ThrottlerModule.forRoot({
          throttlers: [{ ttl: WINDOW_MS, limit: LIMIT }],
          storage: new RedisThrottlerStore(new Redis(redisUrl)),
          getTracker: ({ headers }) => (headers as Record<string, string>)['x-api-key'],
        }),
      ],
      controllers: [SummarizeController],
      providers: [
        { provide: DataSource, useValue: database },
        { provide: SUMMARY, useValue: summary },
      ],
    };
  }
}
