import { opsSettings, schemaSettings } from '@precis/runtime/process-settings';
import { z } from 'zod';
import { kafkaSettings } from './kafka-settings.js';

/** Settings of a service with a database and events besides its own, as a process of its own; standalone brings its own bus. */
export const eventProcessSettings = {
  ...opsSettings,
  ...schemaSettings,
  ...kafkaSettings,
  /** pino level. */
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
};
