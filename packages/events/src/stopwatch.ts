/** Knows how long the oldest piece of work in hand has taken. */
export class Stopwatch {
  private readonly began = new Map<symbol, number>();

  /** Begins a piece of work; the answer ends it. */
  start(): () => void {
    const work = Symbol('work');
    this.began.set(work, Date.now());
    return () => this.began.delete(work);
  }

  get isRunning(): boolean {
    return this.began.size > 0;
  }

  /** 0 with nothing in hand. */
  oldestMs(): number {
    return this.began.size === 0 ? 0 : Date.now() - Math.min(...this.began.values());
  }
}
