import { Clock } from '@precis/runtime/clock';

/** The wall clock plus the time by which a test moved it, until a test stops it. */
export class TestClock extends Clock {
  private movedMs = 0;
  private stoppedAtMs: number | undefined;

  now(): Date {
    return new Date((this.stoppedAtMs ?? Date.now()) + this.movedMs);
  }

  /** From now on only the test moves it, however long the machine takes. */
  stop(): void {
    this.stoppedAtMs = Date.now();
  }

  advance(ms: number): void {
    this.movedMs += ms;
  }
}
