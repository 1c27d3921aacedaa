import { type DynamicModule, Module } from '@nestjs/common';
import { Clock, SystemClock } from '@precis/runtime/clock';
import type { Logger } from '@precis/runtime/logger';
import { Registry } from 'prom-client';
import { GATEWAY_CONFIG, type GatewayConfig } from './config.js';
import { RequestMetrics } from './http/observe-requests.js';
import { rpcProviders } from './rpc-clients.js';

export const LOGGER = Symbol('logger');

/** What the process brings: everything else is made from it. */
export interface Foundation {
  config: GatewayConfig;
  logger: Logger;
  metrics: Registry;
  /** The clock by which auth writes the end of sessions; absent: the wall clock. */
  clock?: Clock;
}

/** Settings, logger, clock, metrics and the connections to the services, for all features. */
@Module({})
export class FoundationModule {
  static with({ config, logger, metrics, clock = new SystemClock() }: Foundation): DynamicModule {
    const providers = [
      { provide: GATEWAY_CONFIG, useValue: config },
      { provide: LOGGER, useValue: logger },
      { provide: Clock, useValue: clock },
      { provide: Registry, useValue: metrics },
      RequestMetrics,
      ...rpcProviders(config),
    ];
    return { module: FoundationModule, global: true, providers, exports: providers };
  }
}
