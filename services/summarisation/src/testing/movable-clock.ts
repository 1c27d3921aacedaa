import { Clock } from '@precis/runtime/clock';

/** Stands still until moved. */
export class MovableClock extends Clock {
  constructor(private at = new Date('2026-11-21T12:00:00Z')) {
    super();
  }

  now(): Date {
    return this.at;
  }

  pass(ms: number): void {
    this.at = new Date(this.at.getTime() + ms);
  }

  days(count: number): void {
    this.pass(count * 86_400_000);
  }
}
