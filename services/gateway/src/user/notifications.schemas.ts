import type { Preferences } from '@precis/proto/notifications/v1/notifications';
import { z } from 'zod';
import { requiredBoolean, requiredText } from '../http/input-fields.js';

/** All four fields are required: a missing one could be mistaken for a no. */
export const preferences = z.object({
  tips: requiredBoolean(),
  usage_alerts: requiredBoolean(),
  plan_reminders: requiredBoolean(),
  referral_news: requiredBoolean(),
});
export const preferencesAnswer = z.object({ success: z.literal(true), preferences });
export const unsubscribeBody = z.object({ token: requiredText(500) });
export const unsubscribed = z.object({
  success: z.literal(true),
  message: z.string(),
  topic: z.string().describe('tips, usage_alerts, plan_reminders or referral_news'),
});

export type PreferencesBody = z.output<typeof preferences>;
export type UnsubscribeBody = z.output<typeof unsubscribeBody>;

export function preferencesView(found: Preferences | undefined): PreferencesBody {
  return {
    tips: found?.tips ?? false,
    usage_alerts: found?.usageAlerts ?? false,
    plan_reminders: found?.planReminders ?? false,
    referral_news: found?.referralNews ?? false,
  };
}
