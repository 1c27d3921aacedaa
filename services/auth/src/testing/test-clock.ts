import { Clock } from '@precis/runtime/clock';

/** The wall clock plus the time by which a test moved it. */
export class TestClock extends Clock {
  private movedMs = 0;

  now(): Date {
    return new Date(Date.now() + this.movedMs);
  }

  advance(ms: number): void {
    this.movedMs += ms;
  }
}
