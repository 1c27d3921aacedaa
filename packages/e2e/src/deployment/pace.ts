import { setTimeout as pause } from 'node:timers/promises';

/**
 * Allows a burst of requests and then a rate per second. Tests of the quota use it to stay below the throttle of one account, which for clients on
 * the same machine is 500 per second and 2,000 at once, counted for all gateways together.
 */
export class Pace {
  private begun = 0;
  private readonly startedMs = performance.now();

  constructor(
    private readonly burst: number,
    private readonly perSecond: number,
  ) {}

  /** Settles when the next request may go. */
  async turn(): Promise<void> {
    const place = this.begun++;
    const waitMs = ((place - this.burst) * 1_000) / this.perSecond - (performance.now() - this.startedMs);
    if (waitMs > 0) await pause(waitMs);
  }
}
