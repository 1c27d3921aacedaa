import { opsSettings, schemaSettings } from '@precis/runtime/settings';
import type { z } from 'zod';
import { kafkaSettings } from './kafka-settings.js';

/** The additional settings of a service with a database and events in its own process; standalone brings its own bus. */
export const eventProcessSettings = { ...opsSettings, ...schemaSettings, ...kafkaSettings };

/** The parsed settings above. */
export type EventProcessConfig = {
  [K in keyof typeof eventProcessSettings]: z.output<(typeof eventProcessSettings)[K]>;
};
