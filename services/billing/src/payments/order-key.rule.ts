/** How long a key is bound to its payment (API-34). */
const KEPT_MS = 30 * 86_400_000;
/** Longer than the gateway waits for an order: a process that has not answered by then was killed. */
const RUNNING_MS = 30_000;

/** The stored record of a used key. */
export interface OrderKey {
  orderHash: string;
  paymentId: string;
  begunAt: Date;
  answeredAt: Date | null;
}

/** Keys bound up to this moment are free again. */
export const orderKeysOverAt = (now: Date): Date => new Date(now.getTime() - KEPT_MS);

/** The answer to a repeat of the key: its payment, a refusal (the first order still runs, or this is a different order), or `free`. */
export function repeatOf(key: OrderKey, orderHash: string, now: Date): 'payment' | 'running' | 'reused' | 'free' {
  if (key.begunAt <= orderKeysOverAt(now)) return 'free';
  if (key.orderHash !== orderHash) return 'reused';
  const isRunning = key.answeredAt === null && now.getTime() - key.begunAt.getTime() < RUNNING_MS;
  return isRunning ? 'running' : 'payment';
}
