import { opsSettings, schemaSettings } from '@precis/runtime/process-settings';
import { z } from 'zod';
import { brokerList } from './broker-list.js';

/** What a service with a database and events is told besides its own settings as a process of its own; standalone brings its own bus. */
export const eventProcessSettings = {
  ...opsSettings,
  ...schemaSettings,
  /** Kafka addresses, `host:port,host:port`. */
  KAFKA_BROKERS: z
    .string()
    .transform((text) => brokerList(text))
    .refine((brokers) => brokers.length > 0, 'expected host:port,host:port'),
  /** Before the name of every topic and group, for deployments that share a Kafka; `create-topics` is given the same. */
  KAFKA_PREFIX: z.string().regex(/^[A-Za-z0-9._-]{0,100}$/).default(''),
  /** pino level. */
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
};
