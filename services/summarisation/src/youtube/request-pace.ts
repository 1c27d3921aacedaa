import { pause } from '@precis/runtime/pause';

/**
 * At most `perSecond` requests a second, a second's worth at once after a rest; what comes on top waits its turn. YouTube blocks
 * addresses that ask more, and then nobody is served.
 */
export class RequestPace {
  private nextMs = 0;
  private readonly stepMs: number;

  constructor(
    perSecond: number,
    private readonly nowMs: () => number,
  ) {
    this.stepMs = 1_000 / perSecond;
  }

  /** Resolves when a request may leave; rejects when `signal` fires. As many wait as there are look-ups at once, each with one request. */
  async turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const nowMs = this.nowMs();
    const turnMs = Math.max(this.nextMs, nowMs - 1_000 + this.stepMs);
    this.nextMs = turnMs + this.stepMs;
    if (turnMs > nowMs) await pause(turnMs - nowMs, signal);
    signal.throwIfAborted();
  }
}
