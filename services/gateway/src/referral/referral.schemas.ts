import type { Commission } from '@precis/proto/referrals/v1/referrals';
import { z } from 'zod';
import { dollarsOf } from '../payment/dollars.js';

const dollars = z.number().describe('Dollars');
export const link = z.object({
  success: z.literal(true),
  referral_link: z.string().describe('Where a new user registers with the code'),
  referral_code: z.string(),
});
export const stats = z.object({
  success: z.literal(true),
  total_earnings: dollars,
  total_referrals: z.number().int().describe('Verified sign-ups with the code'),
  pending_earnings: dollars,
  completed_earnings: dollars,
});
export const commission = z.object({
  id: z.string(),
  created_at: z.number().int().describe('Unix seconds'),
  referred_id: z.string(),
  amount_earned: dollars,
  percentage: z.number(),
  status: z.string().describe('pending, completed, failed or reversed'),
});
export const history = z.object({
  success: z.literal(true),
  history: z.array(commission),
  next: z.string().nullable().describe('Ask again with after = this for older ones; null on the last page'),
});

export function commissionView(found: Commission): z.output<typeof commission> {
  return {
    id: found.id,
    created_at: found.createdAtSeconds,
    referred_id: found.referredId,
    amount_earned: dollarsOf(found.amountCents),
    percentage: found.percentage,
    status: found.status,
  };
}
