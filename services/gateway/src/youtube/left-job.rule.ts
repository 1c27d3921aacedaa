/** A running gateway has its job accepted, or gives its unit back, within a few seconds. */
const LEFT_AFTER_MS = 30_000;

/**
 * True when a key has been reserved for half a minute and no job was accepted: its gateway has died, and a repeat of the Idempotency-Key starts
 * over (QUOTA-10).
 */
export function wasLeft({ reservedForMs, isAccepted }: { reservedForMs: number; isAccepted: boolean }): boolean {
  return !isAccepted && reservedForMs >= LEFT_AFTER_MS;
}
