/** A business clock (runtime's Clock) that stands still until a test moves it. */
export class StandingClock {
  constructor(private at = new Date('2026-11-21T12:00:00Z')) {}

  now(): Date {
    return this.at;
  }

  moveTo(iso: string): void {
    this.at = new Date(iso);
  }

  pass(ms: number): void {
    this.at = new Date(this.at.getTime() + ms);
  }

  days(count: number): void {
    this.pass(count * 86_400_000);
  }
}
