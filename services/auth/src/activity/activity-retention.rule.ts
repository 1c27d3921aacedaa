const ACTIVITY_MONTHS = 12;
const OPERATOR_MONTHS = 24;

/** An account's activity is kept for 12 calendar months, to the millisecond (DATA-11). */
export function activityKeptSince(now: Date): Date {
  return monthsBefore(now, ACTIVITY_MONTHS);
}

/** The log of operators is kept for 24 calendar months (DATA-12). */
export function operatorActionsKeptSince(now: Date): Date {
  return monthsBefore(now, OPERATOR_MONTHS);
}

/** Subtracts months in UTC; a missing day becomes the month's last day. */
function monthsBefore(now: Date, months: number): Date {
  const then = new Date(now);
  then.setUTCMonth(now.getUTCMonth() - months);
  if (then.getUTCDate() !== now.getUTCDate()) then.setUTCDate(0);
  return then;
}
