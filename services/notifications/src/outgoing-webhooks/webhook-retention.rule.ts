const DAY_MS = 24 * 60 * 60 * 1_000;

/** Deliveries and their attempts are kept for 30 days after they succeeded or failed (HOOK-13). */
export const deliveriesKeptSince = (now: Date): Date => new Date(now.getTime() - 30 * DAY_MS);

/** Budgets count by UTC day. Those of the day before yesterday and older are no longer needed. */
export const budgetsKeptSince = (now: Date): string => dayOf(new Date(now.getTime() - DAY_MS));

/** `2026-11-21`, in UTC. */
export const dayOf = (now: Date): string => now.toISOString().slice(0, 10);
