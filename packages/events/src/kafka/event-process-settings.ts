import { opsSettings, schemaSettings } from '@precis/runtime/settings';
import type { z } from 'zod';
import { kafkaSettings } from './kafka-settings.js';

/** What a service with a database and events needs besides its own settings as a process of its own; standalone brings its own bus. */
export const eventProcessSettings = { ...opsSettings, ...schemaSettings, ...kafkaSettings };

/** The settings above, read. */
export type EventProcessConfig = {
  [K in keyof typeof eventProcessSettings]: z.output<(typeof eventProcessSettings)[K]>;
};
