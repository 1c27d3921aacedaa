const HOUR_MS = 3_600_000;
/** Losses so close to each other are remembered as one: small ones may come by the thousand. */
const TOGETHER_MS = 10_000;
/** The account that lost first is forgotten first: forgetting costs one more computation, remembering all of them costs the memory. */
const MAX_ACCOUNTS = 10_000;

interface Loss {
  atMs: number;
  ms: number;
}

/**
 * What each account may cost in any hour without being charged, in time of a processor. Kept in this process alone: a restart forgets it, and n copies
 * allow n times as much.
 */
export class HourlyBudget {
  private readonly lost = new Map<string, Loss[]>();

  /** `refusal`: of an account that has nothing left; `limit` in seconds. `nowMs`: any clock that never goes back. */
  constructor(
    private readonly secondsPerHour: number,
    private readonly refusal: (limit: number, retryAfterSeconds: number) => Error,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  /** Throws the refusal, with the time until there is some left, when this account has used up its hour. */
  admit(account: string): void {
    const losses = this.recent(account);
    let over = losses.reduce((sum, { ms }) => sum + ms, 0) - this.secondsPerHour * 1_000;
    if (over < 0) return;
    // The oldest expire first: this is the first one without which the rest is below the budget.
    const opening = losses.find(({ ms }) => (over -= ms) < 0) ?? losses[losses.length - 1];
    throw this.refusal(this.secondsPerHour, Math.ceil((opening.atMs + HOUR_MS - this.nowMs()) / 1_000));
  }

  /** Whether the account has lost anything within the hour. */
  hasLost(account: string): boolean {
    return this.recent(account).length > 0;
  }

  /** What one call of this account costs, to be counted when it turns out that it ends without a charge. */
  callOf(account: string): CallCost {
    return new CallCost((ms) => this.spend(account, ms));
  }

  /** `ms` of a processor were for nothing. */
  spend(account: string, ms: number): void {
    if (!(ms > 0)) return;
    const losses = this.recent(account);
    const last = losses.at(-1);
    if (last && this.nowMs() - last.atMs < TOGETHER_MS) last.ms += ms;
    else losses.push({ atMs: this.nowMs(), ms });
    this.lost.delete(account);
    this.lost.set(account, losses);
    for (const oldest of this.lost.keys()) {
      if (this.lost.size <= MAX_ACCOUNTS) break;
      this.lost.delete(oldest);
    }
  }

  private recent(account: string): Loss[] {
    const since = this.nowMs() - HOUR_MS;
    return this.lost.get(account)?.filter(({ atMs }) => atMs > since) ?? [];
  }
}

/** The time that one call takes of a processor, wherever it is computed. Nothing is counted while it may still be charged. */
export class CallCost {
  private keptMs = 0;
  private isLost = false;

  constructor(private readonly spend: (ms: number) => void) {}

  /** Also after the call has ended: what nobody waits for any more is computed all the same. */
  add(ms: number): void {
    if (this.isLost) this.spend(ms);
    else this.keptMs += ms;
  }

  /** The call ends without a charge: what it has cost counts, and so does what is still added. */
  lose(): void {
    this.isLost = true;
    this.spend(this.keptMs);
    this.keptMs = 0;
  }
}
