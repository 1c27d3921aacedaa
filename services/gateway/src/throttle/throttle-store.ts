import { type Admittance, type Backlog, gcra, type ThrottleLimit } from './gcra.rule.js';

/** One subject and limit that a request is counted against. The key holds an address or an account id, never a credential. */
export interface Demand {
  key: string;
  limit: ThrottleLimit;
}

/** Stores backlogs. `take` never rejects: a broken throttle must not refuse requests. */
export interface ThrottleStore {
  /**
   * Takes from all demands, or from none when one of them refuses. In both cases it gives one request back to each of `returns` in the same step.
   * No key may be in both.
   */
  take(demands: Demand[], returns?: Demand[]): Admittance | Promise<Admittance>;
  start?(): void;
  stop?(): void;
}

/** When there are more subjects than this, the oldest are forgotten, so that memory stays bounded under a flood of addresses. */
const MAX_SUBJECTS = 100_000;
/** A subject moves to the end of the map at most once in this time. Moving it at every request would copy the map every few requests (see http/bag.ts). */
const MOVE_MS = 1_000;

/** The throttle state of one process. */
export class MemoryThrottleStore implements ThrottleStore {
  /** Ordered by last request, oldest first. Within MOVE_MS a subject may count as older than it is. */
  private readonly backlogs = new Map<string, Backlog & { movedMs: number }>();

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

  /** Records backlogs from another store, so that taking over from it allows no second burst. */
  note(demands: Demand[], aheadMs: number[], nowMs = performance.now()): void {
    demands.forEach(({ key }, index) => {
      const known = this.backlogs.get(key);
      if (known && nowMs - known.movedMs < MOVE_MS)
        return void Object.assign(known, { aheadMs: aheadMs[index], atMs: nowMs });
      this.backlogs.delete(key);
      this.backlogs.set(key, { aheadMs: aheadMs[index], atMs: nowMs, movedMs: nowMs });
      if (this.backlogs.size > MAX_SUBJECTS) this.backlogs.delete(this.backlogs.keys().next().value!);
    });
  }
}
