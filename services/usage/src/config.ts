import { eventProcessSettings } from '@precis/events/kafka/event-process-settings';
import { defineConfig } from '@precis/runtime/config';
import { callerSettings, databaseSettings, poolSettings, rpcAddress, servingSettings } from '@precis/runtime/settings';
import type { z } from 'zod';

const settings = {
  ...databaseSettings,
  ...poolSettings,
  ...servingSettings,
  BILLING_ADDRESS: rpcAddress,
  ...callerSettings,
};

export const { configSchema, processSchema, readConfig } = defineConfig('usage', settings, eventProcessSettings);

export type UsageConfig = z.output<typeof configSchema>;
