import { DomainError } from '@precis/runtime/domain-error';

/** Lets `concurrency` works run at once and `queueLimit` wait in order; more are refused, so that a flood cannot eat memory and threads. */
export class Bulkhead {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly concurrency: number,
    private readonly queueLimit: number,
  ) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < this.concurrency) this.running++;
    else await this.turn();
    try {
      return await work();
    } finally {
      // The place is handed on, not given back, so that a newcomer cannot slip in before those who wait.
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }

  private turn(): Promise<void> {
    if (this.waiting.length >= this.queueLimit) {
      throw new DomainError('unavailable', 'busy', 'The service is busy. Please try again.', { retryAfterSeconds: 2 });
    }
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}
