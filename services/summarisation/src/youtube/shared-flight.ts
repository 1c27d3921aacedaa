import { unlessAborted } from '@precis/runtime/pause';

/** Work that several callers wait for together. It ends early only when its deadline passes or the last caller has left. */
export class SharedFlight<T> {
  readonly #controller = new AbortController();
  readonly #deadline: AbortSignal;
  readonly #results = new Map<string, Promise<unknown>>();
  readonly #failed = new Set<string>();
  #callers = 0;
  readonly subject: T;

  constructor(deadlineMs: number, open: (signal: AbortSignal) => T) {
    this.#deadline = AbortSignal.timeout(deadlineMs);
    this.subject = open(AbortSignal.any([this.#controller.signal, this.#deadline]));
  }

  /** False when a new caller would only get an old failure. */
  canServe(key: string): boolean {
    return !this.#deadline.aborted && !this.#controller.signal.aborted && !this.#failed.has(key);
  }

  get isEmpty(): boolean {
    return this.#callers === 0;
  }

  get hasTimedOut(): boolean {
    return this.#deadline.aborted;
  }

  /** Runs `work` once per key. Rejects with the caller's reason when the caller gives up, without affecting the others. */
  async join<R>(key: string, work: (subject: T) => Promise<R>, caller: AbortSignal): Promise<R> {
    caller.throwIfAborted();
    this.#callers += 1;
    try {
      return await unlessAborted(caller, this.#result(key, work) as Promise<R>);
    } finally {
      this.#callers -= 1;
      if (this.#callers === 0) this.#controller.abort();
    }
  }

  #result(key: string, work: (subject: T) => Promise<unknown>): Promise<unknown> {
    let result = this.#results.get(key);
    if (result === undefined) {
      result = work(this.subject);
      this.#results.set(key, result);
      // After every caller has left, nobody handles a failure; an unhandled rejection would end the process.
      result.catch(() => this.#failed.add(key));
    }
    return result;
  }
}
