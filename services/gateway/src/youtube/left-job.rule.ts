/** A gateway that lives has its job accepted, or gives its unit back, within a few seconds. */
const LEFT_AFTER_MS = 30_000;

/** A repeat of an Idempotency-Key starts anew when its key has been reserved for half a minute and no job was accepted: the gateway of the first died (QUOTA-10). */
export function wasLeft({ reservedForMs, isAccepted }: { reservedForMs: number; isAccepted: boolean }): boolean {
  return !isAccepted && reservedForMs >= LEFT_AFTER_MS;
}
