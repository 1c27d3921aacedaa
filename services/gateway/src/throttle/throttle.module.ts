import { Module } from '@nestjs/common';
import type { Logger } from '@precis/runtime/logger';
import { Registry } from 'prom-client';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';
import { LOGGER } from '@precis/runtime/foundation.module';
import { RequestMetrics } from '../http/observe-requests.js';
import { RedisThrottleStore } from './redis-throttle.store.js';
import { throttleLimitsOf } from './throttle-limits.js';
import { MemoryThrottleStore } from './throttle-store.js';
import { Throttle } from './throttle.js';

/** Creates the throttle. A setting decides whether requests are counted in Redis or in each gateway alone. */
function throttleOf(config: GatewayConfig, registry: Registry, requests: RequestMetrics, logger: Logger): Throttle {
  const { REDIS_URL: url, REDIS_TIMEOUT_MS: decisionMs } = config;
  const store = url === '' ? new MemoryThrottleStore() : new RedisThrottleStore({ url, decisionMs }, registry, logger);
  return new Throttle(throttleLimitsOf(config), store, (refusedBy) => requests.throttle(refusedBy));
}

@Module({
  providers: [
    { provide: Throttle, useFactory: throttleOf, inject: [GATEWAY_CONFIG, Registry, RequestMetrics, LOGGER] },
  ],
  exports: [Throttle],
})
export class ThrottleModule {}
