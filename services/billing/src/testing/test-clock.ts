import { Clock } from '@precis/runtime/clock';

/** Stands still until a test moves it. */
export class TestClock extends Clock {
  constructor(private at = new Date('2026-11-21T10:00:00Z')) {
    super();
  }

  now(): Date {
    return this.at;
  }

  moveTo(iso: string): void {
    this.at = new Date(iso);
  }
}
