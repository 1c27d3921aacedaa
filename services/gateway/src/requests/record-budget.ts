const HOUR_MS = 3_600_000;
/** How many accounts are counted. The least recently counted one is dropped first. */
const MOST_ACCOUNTS = 10_000;

/** Limits the hourly records of an account's requests that used no quota: a flood of refused calls must not fill a table. */
export class RecordBudget {
  private readonly counts = new Map<string, { sinceMs: number; taken: number }>();

  constructor(
    private readonly perHour: number,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  /** Takes one record from the budget. Returns false when the budget is used up. */
  take(account: string): boolean {
    const found = this.counts.get(account);
    const now = this.nowMs();
    const count = found && now - found.sinceMs < HOUR_MS ? found : { sinceMs: now, taken: 0 };
    this.counts.delete(account);
    this.counts.set(account, count);
    if (this.counts.size > MOST_ACCOUNTS) this.counts.delete(this.counts.keys().next().value!);
    if (count.taken >= this.perHour) return false;
    count.taken++;
    return true;
  }
}
