import { eventProcessSettings } from '@precis/events/kafka/event-process-settings';
import { defineConfig } from '@precis/runtime/config';
import { callerSettings, databaseSettings, poolSettings, rpcAddress, servingSettings } from '@precis/runtime/settings';
import { z } from 'zod';

const settings = {
  ...databaseSettings,
  ...poolSettings,
  ...servingSettings,
  BILLING_ADDRESS: rpcAddress,
  /** Address of auth. Before an item of a batch begins, usage asks auth whether the account is suspended or closed. */
  AUTH_ADDRESS: rpcAddress,
  /** Address of summarisation, where the items of batches become jobs. */
  SUMMARISATION_ADDRESS: rpcAddress,
  /** Unfinished batches that an account may have, and new ones in 24 hours; further ones are 429 `too_many_batches` (LIMIT-15). */
  BATCHES_PER_ACCOUNT: z.coerce.number().int().min(1).max(10_000).default(3),
  BATCHES_PER_DAY: z.coerce.number().int().min(1).max(1_000_000).default(100),
  /** Items of all accounts that have not ended. Above that a new batch is 503 `overloaded`: each turn looks at all items that are due (LIMIT-15). */
  BATCH_ITEMS_OPEN: z.coerce.number().int().min(100).max(1_000_000).default(20_000),
  /** How many items of one account are processed at once. The others wait, so that they do not delay other accounts. */
  BATCH_ITEMS_AT_ONCE: z.coerce.number().int().min(1).max(20).default(2),
  ...callerSettings,
};

export const { configSchema, processSchema, readConfig } = defineConfig('usage', settings, eventProcessSettings);

export type UsageConfig = z.output<typeof configSchema>;
