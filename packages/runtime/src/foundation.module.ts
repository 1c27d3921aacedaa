import { type DynamicModule, Module } from '@nestjs/common';
import { Registry } from 'prom-client';
import type { DataSource } from 'typeorm';
import { Clock } from './clock.js';
import type { Logger } from './logger.js';

/** The parts that a service's root module is built from. The code that starts the service opens them, and closes them after Nest. */
export interface ModuleParts<Config> {
  config: Config;
  database: DataSource;
  clock: Clock;
  logger: Logger;
  metrics: Registry;
}

/** Injects the service's logger, whose type exists only at compile time: `@Inject(LOGGER) logger: Logger`. */
export const LOGGER = Symbol('logger');

/** The values that every module of a service may inject; everything else is wired by class. */
@Module({})
export class FoundationModule {
  /**
   * `values`: the objects that the service builds from its configuration, each under its class or symbol. `database` is absent for a service
   * without one.
   */
  static with(
    { database, clock, logger, metrics }: Omit<ModuleParts<unknown>, 'config' | 'database'> & { database?: DataSource },
    ...values: [token: object | symbol, value: object][]
  ): DynamicModule {
    const all: typeof values = [[Clock, clock], [LOGGER, logger], [Registry, metrics], ...values];
    // Provided by its own class instead of an import: a service without a database must not load TypeORM, 296 files.
    if (database) all.push([database.constructor, database]);
    const providers = all.map(([provide, useValue]) => ({ provide: provide as never, useValue }));
    return { module: FoundationModule, global: true, providers, exports: providers };
  }
}
