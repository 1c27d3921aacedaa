import type { Clock } from '@precis/runtime/clock';
import { parseConfig } from '@precis/runtime/config';
import { createLogger, type Logger } from '@precis/runtime/logger';
import { type ProcessLike, runService } from '@precis/runtime/run-service';
import { schemaModeOf, type SchemaMode } from '@precis/runtime/schema-mode';
import type { ServiceApp } from '@precis/runtime/service-app';
import type { z } from 'zod';
import type { Bus } from './bus.js';
import type { eventProcessSettings } from './kafka/event-process-settings.js';
import { openKafkaBus } from './kafka/kafka-bus.js';
import { kafkaAccess } from './kafka/kafka-settings.js';

/** What the process around a service with a database and events hands in. The bus belongs to it, and is closed after the app. */
export interface EventServiceDeps {
  bus: Bus;
  logger?: Logger;
  clock?: Clock;
  /** Aborted when the process shall stop: from then on the app is not ready. */
  stopping?: AbortSignal;
  /** Absent: `migrate`. */
  schema?: SchemaMode;
}

type Settings = { [K in keyof typeof eventProcessSettings]: z.output<(typeof eventProcessSettings)[K]> };

/** A service as its main.ts hands it over: `schema` describes all settings of its process. */
export interface EventService<S extends z.ZodType<Settings>> {
  name: string;
  schema: S;
  environment: Record<string, unknown>;
  process: ProcessLike;
  createApp(config: z.output<S>, deps: EventServiceDeps): Promise<ServiceApp>;
}

/** Runs a service on Kafka as a process of its own. A bad setting throws ConfigError before anything is opened. */
export async function runEventService<S extends z.ZodType<Settings>>({
  name,
  schema,
  environment,
  process,
  createApp,
}: EventService<S>): Promise<void> {
  const config = parseConfig(name, schema, environment);
  const logger = createLogger(name, config.LOG_LEVEL);
  const access = kafkaAccess(name, config, logger);
  await runService({ name, logger, process, config }, async (stopping) => {
    const bus = await openKafkaBus(access);
    try {
      const app = await createApp(config, { bus, logger, stopping, schema: schemaModeOf(config) });
      return { ...app, close: () => app.close().finally(() => bus.close()) };
    } catch (error) {
      await bus.close();
      throw error;
    }
  });
}
