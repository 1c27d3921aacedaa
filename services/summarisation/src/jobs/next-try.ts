import { type Backoff, backoffMs } from '@precis/runtime/backoff';
import type { DomainError } from '@precis/runtime/domain-error';

const WAITS: Backoff = { firstMs: 2_000, factor: 2, capMs: 120_000 };

/**
 * How long a job rests behind a try that may pass, in milliseconds: later and later, and not sooner than the refusal asks (SUM-13).
 * `tries`: that one included, `random` in [0, 1).
 */
export function waitAfter(refusal: DomainError | null, tries: number, random: number): number {
  return Math.max(backoffMs(WAITS, tries, random), (refusal?.retryAfterSeconds ?? 0) * 1_000);
}
