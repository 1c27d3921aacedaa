/** Percentage of the monthly quota from which users are warned (WEB-17, WEB-25, WEB-28). */
export const WARNING_PERCENTAGE = 80;

/** Colour of a usage bar: green, yellow when the limit comes near, red when nothing is left. */
export type UsageLevel = 'fine' | 'near' | 'spent';

/** The state of the month's usage: `spent` when nothing remains, `near` from 80%, otherwise `fine` (WEB-28). */
export function usageLevel({ remaining, percentage }: { remaining: number; percentage: number }): UsageLevel {
  if (remaining <= 0) return 'spent';
  return isNearLimit(percentage) ? 'near' : 'fine';
}

/** From 80% on the dashboard warns (WEB-17) and the usage page's bar is red (WEB-25). */
export function isNearLimit(percentage: number): boolean {
  return percentage >= WARNING_PERCENTAGE;
}
