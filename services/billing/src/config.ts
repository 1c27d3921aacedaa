import { eventProcessSettings } from '@precis/events/kafka/event-process-settings';
import { defineConfig } from '@precis/runtime/config';
import { databaseSettings, originUrl, servingSettings } from '@precis/runtime/settings';
import { z } from 'zod';
import { btcpaySettingsSchema } from './btcpay/btcpay-settings.js';
import { stripeSettingsSchema } from './stripe/stripe-settings.js';

const settings = {
  ...databaseSettings,
  ...servingSettings,
  /** Origin of the web app, to which payers return; required with a payment provider. */
  PUBLIC_URL: z.union([z.literal(''), originUrl]).default(''),
  ...stripeSettingsSchema,
  ...btcpaySettingsSchema,
  /** Age in seconds from which an open payment is looked up without a webhook. */
  PAYMENT_LOOK_AFTER_SECONDS: z.coerce.number().int().min(1).max(86_400).default(120),
  /** The seller as receipts show it: name, address, tax id, with `|` between the lines. */
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
