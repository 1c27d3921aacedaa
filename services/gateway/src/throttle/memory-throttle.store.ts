import { gcra, type ThrottleDecision, type ThrottleLimit } from './gcra.rule.js';

/** More subjects than this at once and the oldest are forgotten: memory stays bounded under a flood of addresses. */
const MAX_SUBJECTS = 100_000;

/** Throttle state of one process. */
export class MemoryThrottleStore {
  private readonly tats = new Map<string, number>();

  take(subject: string, limit: ThrottleLimit, nowMs: number): ThrottleDecision {
    const decision = gcra(limit, this.tats.get(subject), nowMs);
    this.tats.delete(subject);
    this.tats.set(subject, decision.tatMs);
    if (this.tats.size > MAX_SUBJECTS) this.tats.delete(this.tats.keys().next().value!);
    return decision;
  }
}
