/** Percentage of the monthly quota from which users are warned (WEB-17, WEB-25, WEB-28). */
export const WARNING_PERCENTAGE = 80;

/** How near the month's usage is to the quota. The dashboard and the playground show it as a green, yellow or red bar. */
export type UsageLevel = 'fine' | 'near' | 'spent';

/** The state of the month's usage: `spent` when nothing remains, `near` from 80%, otherwise `fine` (WEB-28). */
export function usageLevel({ remaining, percentage }: { remaining: number; percentage: number }): UsageLevel {
  if (remaining <= 0) return 'spent';
  return isNearLimit(percentage) ? 'near' : 'fine';
}

/** Whether at least 80% of the quota is used: the dashboard then warns (WEB-17), and the usage page's bar is red (WEB-25). */
export function isNearLimit(percentage: number): boolean {
  return percentage >= WARNING_PERCENTAGE;
}
