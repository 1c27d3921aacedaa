/** The kinds of mail that an account can turn off. Their positions are numbers in unsubscribe links, so a new one goes to the end. */
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
 * Tips, usage alerts, plan reminders and referral news go only to accounts that want them. Mails about security, requested links and payments are
 * always sent, and have no topic (MAIL-7).
 */
export function topicOf(kind: string): Topic | undefined {
  return Object.hasOwn(OF_KINDS, kind) ? OF_KINDS[kind] : undefined;
}
