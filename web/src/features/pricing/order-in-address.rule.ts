import { LONGEST_FIRST, type Period } from './periods.rule';

/** The choices that an address of /pricing requests. */
export interface OrderInAddress {
  plan: string | null;
  duration: Period | null;
  /** Whether the running plan may be bought again, before it lapses (PAY-13). */
  extend: boolean;
}

/** Reads `?plan=&duration=&extend=1` of the Extend button, and `?extend=PLAN` of the reminder mail (MAIL-6). */
export function orderInAddress(search: string): OrderInAddress {
  const asked = new URLSearchParams(search);
  const extend = asked.get('extend');
  const isFlag = extend === '1' || extend === 'true';
  const duration = asked.get('duration');
  return {
    plan: asked.get('plan') ?? (extend && !isFlag ? extend : null),
    duration: LONGEST_FIRST.find((period) => period === duration) ?? null,
    extend: Boolean(extend),
  };
}
