import type { Bulkhead } from '@precis/runtime/bulkhead';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { timedOut, unlessLeft } from './work.errors.js';

/**
 * Equal work that is asked for while it runs is done once and answered to all. A caller that leaves (its own deadline, a cancelled call)
 * leaves alone: the work goes on, because its outcome is kept and the repeat will find it.
 */
export class SingleFlight<T> {
  private readonly flights = new Map<string, Promise<T>>();

  /** `work` must end by itself within a bound. Throws `timed_out` as soon as `signal` fires. */
  async run(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    let flight = this.flights.get(key);
    if (!flight) {
      flight = work().finally(() => this.flights.delete(key));
      // A failure after all callers have left is seen by none of them: unhandled it would end the process.
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
  /** Accounts that wait for a slot for it. */
  inLine: Set<string>;
}

/**
 * Equal work that is asked for while it waits or runs is done once and answered to all. It waits in the line of every account that
 * asks for it and begins when the first of these gets a slot, so that a newcomer never waits behind another account's line.
 */
export class FairFlights<T> {
  private readonly flights = new Map<string, Flight<T>>();

  constructor(private readonly slots: Bulkhead) {}

  /**
   * `work` must end by itself within a bound; `waiting` ends the wait for a slot of this account. Throws `timed_out` as soon as
   * `caller` fires, and `overloaded` when none of the accounts that ask has got a slot.
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
      // A failure after all callers have left is seen by none of them: unhandled it would end the process.
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
          // Work may hold the thread: whoever else waits for the event loop goes first.
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
