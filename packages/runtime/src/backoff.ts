/** How waits between attempts grow. */
export interface Backoff {
  firstMs: number;
  factor: number;
  capMs: number;
}

/**
 * The wait after `failures` failures (1 or more). It grows by the factor up to the cap, and a random part of up to half is subtracted, so that
 * simultaneous failures do not retry together. `random` is in [0, 1).
 */
export function backoffMs(backoff: Backoff, failures: number, random: number): number {
  const full = Math.min(backoff.capMs, backoff.firstMs * backoff.factor ** (failures - 1));
  return Math.round(full * (1 - random / 2));
}
