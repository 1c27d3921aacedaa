import { eventProcessSettings } from '@precis/events/kafka/event-process-settings';
import { defineConfig } from '@precis/runtime/config';
import { callerSettings, databaseSettings, poolSettings, rpcAddress, servingSettings } from '@precis/runtime/settings';
import { z } from 'zod';

const settings = {
  ...databaseSettings,
  ...poolSettings,
  ...servingSettings,
  BILLING_ADDRESS: rpcAddress,
  /** Asked before an item of a batch begins: the account may have been suspended or closed. */
  AUTH_ADDRESS: rpcAddress,
  /** The items of batches become jobs there. */
  SUMMARISATION_ADDRESS: rpcAddress,
  /** Unfinished batches that an account may have, and new ones in 24 hours; what comes on top is 429 `too_many_batches` (LIMIT-15). */
  BATCHES_PER_ACCOUNT: z.coerce.number().int().min(1).max(10_000).default(3),
  BATCHES_PER_DAY: z.coerce.number().int().min(1).max(1_000_000).default(100),
  /** Items of one account that are at work at once; the others wait, so that they keep nobody else waiting. */
  BATCH_ITEMS_AT_ONCE: z.coerce.number().int().min(1).max(20).default(2),
  ...callerSettings,
};

export const { configSchema, processSchema, readConfig } = defineConfig('usage', settings, eventProcessSettings);

export type UsageConfig = z.output<typeof configSchema>;
