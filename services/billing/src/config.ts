import { eventProcessSettings } from '@precis/events/kafka/event-process-settings';
import { defineConfig } from '@precis/runtime/config';
import { databaseSettings, servingSettings } from '@precis/runtime/settings';
import { z } from 'zod';

const settings = {
  ...databaseSettings,
  ...servingSettings,
  /** Who sells, as receipts show it: name, address, tax id, with `|` between the lines. */
  RECEIPT_SELLER: z
    .string()
    .default('Precis')
    .transform((text) =>
      text
        .split('|')
        .map((line) => line.trim())
        .filter(Boolean),
    ),
};

export const { configSchema, processSchema, readConfig } = defineConfig('billing', settings, eventProcessSettings);

export type BillingConfig = z.output<typeof configSchema>;
