import { type Admittance, type Backlog, gcra } from './gcra.rule.js';
import type { Demand, ThrottleStore } from './throttle-store.js';

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
