import { SystemClock } from '@precis/runtime/clock';

/** The clock of every service of this process: the wall clock plus an offset that the sandbox may change. No other program has one. */
export class MovableClock extends SystemClock {
  constructor(private offset: number) {
    super();
  }

  /** Whole seconds. */
  get offsetSeconds(): number {
    return this.offset;
  }

  override now(): Date {
    return new Date(super.now().getTime() + this.offset * 1_000);
  }

  moveTo(offsetSeconds: number): void {
    this.offset = offsetSeconds;
  }
}
