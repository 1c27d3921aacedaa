import { z } from 'zod';
import { delivery, webhook } from '../outgoing-webhooks/outgoing-webhooks.schemas.js';
import { payment } from '../payment/payment.schemas.js';
import { commission } from '../referral/referral.schemas.js';
import { walletEntry } from '../wallet/wallet.schemas.js';
import { requestEntry } from '../requests/requests.schemas.js';
import { batchEntry } from '../youtube/batches.schemas.js';
import { summaryEntry } from '../youtube/summaries.schemas.js';
import { preferences } from './notifications.schemas.js';

/** The answer of GET /api/user/export (ACC-38). `account` comes from auth, and its fields may grow. */
export const exported = z.object({
  success: z.literal(true),
  exported_at: z.string(),
  account: z.looseObject({}),
  subscription: z.object({
    plan: z.string(),
    is_active: z.boolean(),
    videos_per_month: z.number().int(),
    end_date: z.number().int().nullable().describe('Unix seconds; null for Free'),
  }),
  notifications: preferences,
  webhooks: z
    .array(
      webhook.extend({
        deliveries: z.array(delivery).describe('Of the last 30 days, newest first; at most 1,000'),
        deliveries_complete: z.boolean().describe('false: there are older deliveries than those in deliveries'),
      }),
    )
    .describe('Without their secrets'),
  usage: z.array(
    z.object({
      month: z.string(),
      count: z.number().int(),
      calls: z.array(
        z.object({ time: z.string(), endpoint: z.string(), client: z.string(), title: z.string().nullable() }),
      ),
    }),
  ),
  summaries: z.array(summaryEntry).describe('Of the last 30 days, newest first'),
  batches: z.array(batchEntry).describe('All that are kept, newest first'),
  requests: z.array(requestEntry).describe('Of the last 30 days, newest first; at most 10,000'),
  requests_complete: z.boolean().describe('false: there are older records than those in requests'),
  payments: z.array(payment),
  wallet_entries: z.array(walletEntry),
  referral_code: z.string(),
  commissions: z.array(commission),
});
