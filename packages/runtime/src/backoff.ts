/** How waits between tries grow. */
export interface Backoff {
  firstMs: number;
  factor: number;
  capMs: number;
}

/**
 * Wait before the next try after `failures` failures (1 or more): it grows by the factor up to the cap, and a random part of up to
 * half of it is taken off, so that what failed together does not come back together. `random` is in [0, 1).
 */
export function backoffMs(backoff: Backoff, failures: number, random: number): number {
  const full = Math.min(backoff.capMs, backoff.firstMs * backoff.factor ** (failures - 1));
  return Math.round(full * (1 - random / 2));
}
