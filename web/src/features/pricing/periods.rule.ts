/** Lengths of a term, longest first. */
export const LONGEST_FIRST = ['yearly', '6months', '3months', 'monthly'] as const;
/** The length of a term that is paid at once. */
export type Period = (typeof LONGEST_FIRST)[number];

/** Months of each period. */
export const MONTHS_OF: Record<Period, number> = { monthly: 1, '3months': 3, '6months': 6, yearly: 12 };

/** The prices of a plan, all in dollars per month. */
export interface PricedPlan {
  /** The price when it is paid monthly. */
  price: number;
  /** The price for each period that can be paid at once. */
  durations: { key: Period; price: number }[];
}

/** The periods that any plan offers, shortest first, in the order of the tabs (WEB-18). */
export function offeredPeriods(plans: PricedPlan[]): Period[] {
  const offered = new Set(plans.flatMap(({ durations }) => durations.map(({ key }) => key)));
  return LONGEST_FIRST.filter((period) => offered.has(period)).reverse();
}

/** The longest period on offer is the default; monthly when none is (WEB-18). */
export function defaultPeriod(plans: PricedPlan[]): Period {
  return offeredPeriods(plans).at(-1) ?? 'monthly';
}

/** The highest saving of any plan at `period`: the rounded percentage against paying monthly (WEB-18). */
export function highestSaving(plans: PricedPlan[], period: Period): number {
  const savings = plans.map(({ price, durations }) => {
    const monthly = durations.find(({ key }) => key === 'monthly')?.price ?? price;
    const offered = durations.find(({ key }) => key === period)?.price;
    return offered === undefined || monthly <= 0 ? 0 : Math.round(((monthly - offered) / monthly) * 100);
  });
  return Math.max(0, ...savings);
}
