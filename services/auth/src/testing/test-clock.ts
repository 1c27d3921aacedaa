import { Clock } from '@precis/runtime/clock';

/** A clock that stands where the wall clock is, plus what a test moved it. */
export class TestClock extends Clock {
  private movedMs = 0;

  now(): Date {
    return new Date(Date.now() + this.movedMs);
  }

  advance(ms: number): void {
    this.movedMs += ms;
  }
}
