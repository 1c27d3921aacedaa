/** What an account can turn off, in the order of their numbers in unsubscribe links: a new one goes to the end. */
export const TOPICS = ['tips', 'usage_alerts', 'plan_reminders', 'referral_news'] as const;
export type Topic = (typeof TOPICS)[number];

const OF_KINDS: Record<string, Topic> = {
  welcome: 'tips',
  'quota-threshold': 'usage_alerts',
  'month-statement': 'usage_alerts',
  'plan-expiring': 'plan_reminders',
  'plan-expired': 'plan_reminders',
  commission: 'referral_news',
};

/**
 * Tips, usage alerts, plan reminders and referral news go only to accounts that want them. What an account's security, a link that was
 * asked for or a payment needs is always sent, and has no topic (MAIL-7).
 */
export function topicOf(kind: string): Topic | undefined {
  return Object.hasOwn(OF_KINDS, kind) ? OF_KINDS[kind] : undefined;
}
