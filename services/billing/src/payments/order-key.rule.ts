/** For so long a key speaks for its payment (API-34). */
const KEPT_MS = 30 * 86_400_000;
/** Above the time that the gateway waits for an order: whoever begun it and is still silent was killed. */
const RUNNING_MS = 30_000;

/** What is known of a key that an order came with before. */
export interface OrderKey {
  orderHash: string;
  paymentId: string;
  begunAt: Date;
  answeredAt: Date | null;
}

/** Keys that begun at this moment or before are free again. */
export const orderKeysOverAt = (now: Date): Date => new Date(now.getTime() - KEPT_MS);

/** What a repeat of the key gets: its payment, a refusal while the first runs or of another order, or nothing where the key is free again. */
export function repeatOf(key: OrderKey, orderHash: string, now: Date): 'payment' | 'running' | 'reused' | 'free' {
  if (key.begunAt <= orderKeysOverAt(now)) return 'free';
  if (key.orderHash !== orderHash) return 'reused';
  const isRunning = key.answeredAt === null && now.getTime() - key.begunAt.getTime() < RUNNING_MS;
  return isRunning ? 'running' : 'payment';
}
