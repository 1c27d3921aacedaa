const GRACE_MS = 7 * 24 * 60 * 60 * 1_000;
const FRESH_MS = 10 * 60 * 1_000;

/** A closed account is erased 7 days later (ACC-33). */
export function erasureAt(closedAt: Date): Date {
  return new Date(closedAt.getTime() + GRACE_MS);
}

/** Whether a closed account may be erased now. From that moment on it cannot be reopened (ACC-33). */
export function isErasureDue(erasedAt: Date, now: Date): boolean {
  return now >= erasedAt;
}

/**
 * The seven days of a closed account do not pass while it is suspended (ACC-46): its owner cannot log in to cancel, and an operator's evidence must
 * not be erased.
 */
export function erasureAfterResume({ suspendedAt, erasedAt }: { suspendedAt: Date; erasedAt: Date }, now: Date): Date {
  return new Date(erasedAt.getTime() + Math.max(0, now.getTime() - suspendedAt.getTime()));
}

/** An owner who gives no password closes the account with a Google session that began in the last 10 minutes (ACC-33). */
export function isFreshSignIn(session: { how: string; createdAt: Date }, now: Date): boolean {
  return session.how === 'google' && now.getTime() - session.createdAt.getTime() <= FRESH_MS;
}
