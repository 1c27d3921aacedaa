/** Knows how long the oldest piece of work in hand has taken, whatever is done to the clock on the wall. */
export class Stopwatch {
  private readonly began = new Map<symbol, number>();

  /** Begins a piece of work; the answer ends it. */
  start(): () => void {
    const work = Symbol('work');
    this.began.set(work, performance.now());
    return () => this.began.delete(work);
  }

  get isRunning(): boolean {
    return this.began.size > 0;
  }

  /** 0 with nothing in hand. */
  oldestMs(): number {
    return this.began.size === 0 ? 0 : performance.now() - Math.min(...this.began.values());
  }
}
