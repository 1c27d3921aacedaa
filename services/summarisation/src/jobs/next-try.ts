import { type Backoff, backoffMs } from '@precis/runtime/backoff';
import type { DomainError } from '@precis/runtime/domain-error';

const WAITS: Backoff = { firstMs: 2_000, factor: 2, capMs: 120_000 };

/**
 * The wait in milliseconds after an attempt whose failure may be temporary. It grows with each attempt, and is at least as long as the refusal asks
 * (SUM-13). `tries` includes that attempt, `random` is in [0, 1).
 */
export function waitAfter(refusal: DomainError | null, tries: number, random: number): number {
  return Math.max(backoffMs(WAITS, tries, random), (refusal?.retryAfterSeconds ?? 0) * 1_000);
}
