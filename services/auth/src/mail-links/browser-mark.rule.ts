const MARKED_MS = 24 * 60 * 60 * 1_000;

/** For 24 hours, as long as the link itself lives, the browser that registered an address verifies it without a button (ACC-65). */
export function markExpiry(registeredAt: Date): Date {
  return new Date(registeredAt.getTime() + MARKED_MS);
}
