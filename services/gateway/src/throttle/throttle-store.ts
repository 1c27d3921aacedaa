import { type Admittance, type Backlog, gcra, type ThrottleLimit } from './gcra.rule.js';

/** One thing that a request is counted against. The key holds an address or an account id, never a credential. */
export interface Demand {
  key: string;
  limit: ThrottleLimit;
}

/** Where backlogs are kept. `take` never rejects: a throttle that is broken must not refuse. */
export interface ThrottleStore {
  /**
   * Takes from all demands, or from none when one of them refuses; gives back one request to each of `returns` either way, in the
   * same step. No key is in both.
   */
  take(demands: Demand[], returns?: Demand[]): Admittance | Promise<Admittance>;
  start?(): void;
  stop?(): void;
}

/** More subjects than this at once and the oldest are forgotten: memory stays bounded under a flood of addresses. */
const MAX_SUBJECTS = 100_000;

/** Throttle state of one process. */
export class MemoryThrottleStore implements ThrottleStore {
  private readonly backlogs = new Map<string, Backlog>();

  take(demands: Demand[], returns: Demand[] = [], nowMs = performance.now()): Admittance {
    const all = [...demands, ...returns];
    const stored = all.map(({ key }) => this.backlogs.get(key));
    const admittance = gcra(
      demands.map(({ limit }) => limit),
      stored,
      nowMs,
      returns.map(({ limit }) => limit),
    );
    this.note(all, admittance.aheadMs, nowMs);
    return admittance;
  }

  /** Remembers backlogs that another store has found, so that taking over from it hands out no second burst. */
  note(demands: Demand[], aheadMs: number[], nowMs = performance.now()): void {
    demands.forEach(({ key }, index) => {
      this.backlogs.delete(key);
      this.backlogs.set(key, { aheadMs: aheadMs[index], atMs: nowMs });
      if (this.backlogs.size > MAX_SUBJECTS) this.backlogs.delete(this.backlogs.keys().next().value!);
    });
  }
}
