import { inOrder, type PaidTerm } from './timetable.rule.js';

/** An account's plan as its owner sees it. `videoLimit`: videos per month. */
export interface SubscriptionView {
  plan: string;
  isActive: boolean;
  videoLimit: number;
  /** Absent for Free. */
  remainingDays?: number;
  /** Absent for Free. */
  endDate?: Date;
}

const DAY_MS = 86_400_000;

/**
 * The plan shown is that of the term that contains now; an expired paid plan keeps its name and end date, is inactive with no days left
 * and Free's quota; an account that never had a term is active on Free without an end (PAY-8, PAY-9).
 */
export function viewSubscription(
  terms: PaidTerm[],
  free: { plan: string; videosPerMonth: number },
  now: Date,
): SubscriptionView {
  const held = inOrder(terms);
  const running = held.findIndex((term) => term.startsAt <= now && now < term.endsAt);
  if (running >= 0) {
    const { plan, videosPerMonth } = held[running];
    const endDate = endOfRun(held, running);
    return {
      plan,
      isActive: true,
      videoLimit: videosPerMonth,
      remainingDays: Math.ceil((endDate.getTime() - now.getTime()) / DAY_MS),
      endDate,
    };
  }
  const last = held.filter((term) => term.endsAt <= now).at(-1);
  if (!last) return { plan: free.plan, isActive: true, videoLimit: free.videosPerMonth };
  return { plan: last.plan, isActive: false, videoLimit: free.videosPerMonth, remainingDays: 0, endDate: last.endsAt };
}

/** An extension is a separate term that begins when the last one ends; to the customer they are one. */
function endOfRun(held: PaidTerm[], running: number): Date {
  let at = running;
  while (held[at + 1]?.plan === held[at].plan && held[at + 1].startsAt.getTime() === held[at].endsAt.getTime()) at++;
  return held[at].endsAt;
}
