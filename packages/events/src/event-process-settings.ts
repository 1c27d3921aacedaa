import { opsSettings, schemaSettings } from '@precis/runtime/process-settings';
import { z } from 'zod';

/** What a service with a database and events is told besides its own settings as a process of its own; standalone brings its own bus. */
export const eventProcessSettings = {
  ...opsSettings,
  ...schemaSettings,
  /** Kafka addresses, `host:port,host:port`. */
  KAFKA_BROKERS: z
    .string()
    .min(1)
    .transform((addresses) => addresses.split(',')),
  /** pino level. */
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
};
