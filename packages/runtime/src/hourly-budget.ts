const HOUR_MS = 3_600_000;
/** Losses this close together are stored as one, because small ones may come by the thousand. */
const TOGETHER_MS = 10_000;
/** The account whose loss is oldest is forgotten first. Forgetting costs one more computation; remembering every account would cost memory. */
const MAX_ACCOUNTS = 10_000;

interface Loss {
  atMs: number;
  ms: number;
}

/**
 * Limits the uncharged processor time of each account in any hour. The state is kept in this process only: a restart clears it, and n copies allow
 * n times as much.
 */
export class HourlyBudget {
  private readonly lost = new Map<string, Loss[]>();

  /** `refusal`: the error for an account without budget left; `limit` in seconds. `nowMs` must never go back. */
  constructor(
    private readonly secondsPerHour: number,
    private readonly refusal: (limit: number, retryAfterSeconds: number) => Error,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  /** Throws the refusal, with the time until some budget is free again, when the account has used up its hour. */
  admit(account: string): void {
    const losses = this.recent(account);
    let over = losses.reduce((sum, { ms }) => sum + ms, 0) - this.secondsPerHour * 1_000;
    if (over < 0) return;
    // The oldest losses expire first, so find the first one without which the rest is below the budget.
    const opening = losses.find(({ ms }) => (over -= ms) < 0) ?? losses[losses.length - 1];
    throw this.refusal(this.secondsPerHour, Math.ceil((opening.atMs + HOUR_MS - this.nowMs()) / 1_000));
  }

  /** Whether the account has had a loss within the hour. */
  hasLost(account: string): boolean {
    return this.recent(account).length > 0;
  }

  /** Begins to add up the processor time of one call of this account. It counts against the budget only if the call ends without a charge. */
  newCallCost(account: string): CallCost {
    return new CallCost((ms) => this.spend(account, ms));
  }

  /** Counts `ms` of processor time that was used without a charge. */
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

/** The processor time of one call, in any thread. Nothing is counted while the call may still be charged. */
export class CallCost {
  private keptMs = 0;
  private isLost = false;

  constructor(private readonly spend: (ms: number) => void) {}

  /** May be called after the call has ended, because a computation that nobody waits for still runs on. */
  add(ms: number): void {
    if (this.isLost) this.spend(ms);
    else this.keptMs += ms;
  }

  /** Call it when the call has ended without a charge: counts its cost against the budget, and what is added later. */
  countUncharged(): void {
    this.isLost = true;
    this.spend(this.keptMs);
    this.keptMs = 0;
  }
}
