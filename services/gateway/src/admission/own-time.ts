/** A moment on both clocks of this machine. */
export interface Moment {
  /** Only passes, yet may stand still while the machine is suspended. */
  steadyMs: number;
  /** Goes on while the machine is suspended, yet may be set. */
  wallMs: number;
}

/** The machine's time, for what must not be believed longer than it is true. */
export class OwnTime {
  constructor(
    private readonly steadyNowMs: () => number = () => performance.now(),
    private readonly wallNowMs: () => number = () => Date.now(),
  ) {}

  now(): Moment {
    return { steadyMs: this.steadyNowMs(), wallMs: this.wallNowMs() };
  }

  /**
   * How long ago that was, by the clock that says more. After a suspended machine the wall clock knows; a wall clock that was set,
   * either way, makes a moment look older than it is, never younger.
   */
  since(moment: Moment): number {
    return Math.max(this.steadyNowMs() - moment.steadyMs, Math.abs(this.wallNowMs() - moment.wallMs));
  }
}
