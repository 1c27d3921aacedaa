import type { Bulkhead } from '@precis/runtime/bulkhead';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { timedOut, unlessLeft } from './work.errors.js';

/**
 * Runs equal work that is requested several times at once only once, and gives all callers its result. A caller that leaves (its own deadline, a
 * cancelled call) does not stop the work, because the result is stored and a repeat will find it.
 */
export class SingleFlight<T> {
  private readonly flights = new Map<string, Promise<T>>();

  /** `work` must have its own time limit. Throws `timed_out` as soon as `signal` fires. */
  async run(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    let flight = this.flights.get(key);
    if (!flight) {
      flight = work().finally(() => this.flights.delete(key));
      // When all callers have left, nobody handles a failure; an unhandled rejection would end the process.
      flight.catch(() => undefined);
      this.flights.set(key, flight);
    }
    return unlessLeft(signal, flight);
  }
}

interface Flight<T> {
  result: PromiseWithResolvers<T>;
  /** Fires when the work begins: from then on no account waits for a slot. */
  begun: AbortController;
  /** Accounts that wait for a slot for this work. */
  inLine: Set<string>;
}

/**
 * Runs equal work that is requested while it waits or runs only once, and gives all callers its result. It waits in the queue of every account that
 * requests it, and begins when the first of them gets a slot. So a new caller never waits for another account's queue.
 */
export class FairFlights<T> {
  private readonly flights = new Map<string, Flight<T>>();

  constructor(private readonly slots: Bulkhead) {}

  /**
   * `work` must have its own time limit; `waiting` ends the wait of this account for a slot. Throws `timed_out` as soon as `caller` fires, and
   * `overloaded` when none of the waiting accounts has got a slot.
   */
  run(
    key: string,
    account: string,
    { caller, waiting }: { caller: AbortSignal; waiting: AbortSignal },
    work: () => Promise<T>,
  ): Promise<T> {
    if (caller.aborted) return Promise.reject(timedOut());
    let flight = this.flights.get(key);
    if (flight === undefined) {
      flight = { result: Promise.withResolvers<T>(), begun: new AbortController(), inLine: new Set() };
      // When all callers have left, nobody handles a failure; an unhandled rejection would end the process.
      flight.result.promise.catch(() => undefined);
      this.flights.set(key, flight);
    }
    if (!flight.begun.signal.aborted && !flight.inLine.has(account))
      void this.standInLine(key, flight, account, waiting, work);
    return unlessLeft(caller, flight.result.promise);
  }

  private async standInLine(
    key: string,
    flight: Flight<T>,
    account: string,
    waiting: AbortSignal,
    work: () => Promise<T>,
  ): Promise<void> {
    const { result, begun, inLine } = flight;
    inLine.add(account);
    try {
      await this.slots.run(
        async () => {
          // The work may block the thread, so pending work of the event loop goes first.
          await nextTurn();
          if (begun.signal.aborted) return;
          begun.abort();
          await work()
            .finally(() => this.flights.delete(key))
            .then(result.resolve, result.reject);
        },
        account,
        AbortSignal.any([waiting, begun.signal]),
      );
    } catch (error) {
      inLine.delete(account);
      if (begun.signal.aborted || inLine.size > 0) return;
      this.flights.delete(key);
      result.reject(error);
    }
  }
}
