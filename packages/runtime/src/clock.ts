/** The only source of the current time for business rules, so that tests and the sandbox can move it. */
export abstract class Clock {
  abstract now(): Date;
}

/** Wall clock, shifted by a fixed offset (0 outside of the sandbox). */
export class SystemClock extends Clock {
  constructor(private readonly offsetMs = 0) {
    super();
  }

  now(): Date {
    return new Date(Date.now() + this.offsetMs);
  }
}
