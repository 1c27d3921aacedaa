import { DomainError } from '@precis/runtime/domain-error';
import { pause } from '@precis/runtime/pause';

/** The oldest entry is dropped first. Then the service that refused is asked once more. */
const MOST_ACCOUNTS = 10_000;
/** Five clients in a loop, without a pause, took a third of a processor with 300 refusals a second; now each gets 4 a second per connection. */
const DELAY_MS = 250;
/** More refusals than this are not delayed, so that delayed requests cannot pile up. */
const MOST_DELAYED = 500;

/**
 * Remembers for a while that a service refuses an account, and repeats the refusal without asking again. So a client that ignores Retry-After costs
 * only its request.
 */
export class RememberedRefusals {
  private readonly until = new Map<string, { atMs: number; refusal: DomainError }>();
  private delayed = 0;

  constructor(private readonly code: string) {}

  /** Throws the remembered refusal again, with the remaining time. */
  check(account: string): void {
    const found = this.until.get(account);
    if (!found) return;
    const leftMs = found.atMs - performance.now();
    if (leftMs <= 0) return void this.until.delete(account);
    const { kind, code, publicMessage, limit } = found.refusal;
    throw new DomainError(kind, code, publicMessage, { limit, retryAfterSeconds: Math.ceil(leftMs / 1_000) });
  }

  /** Like check(), but refuses after 250 ms: a client that ignores Retry-After and asks in a loop is slowed down. */
  async checkSlowly(account: string): Promise<void> {
    try {
      this.check(account);
    } catch (refusal) {
      if (this.delayed < MOST_DELAYED) {
        this.delayed += 1;
        await pause(DELAY_MS).finally(() => (this.delayed -= 1));
      }
      throw refusal;
    }
  }

  /** Remembers `error` if it is such a refusal. */
  note(account: string, error: unknown): void {
    if (!(error instanceof DomainError && error.code === this.code && error.retryAfterSeconds)) return;
    this.until.delete(account);
    this.until.set(account, { atMs: performance.now() + error.retryAfterSeconds * 1_000, refusal: error });
    if (this.until.size > MOST_ACCOUNTS) this.until.delete(this.until.keys().next().value!);
  }
}
