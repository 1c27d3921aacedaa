import { unlessAborted } from './work.errors.js';

/**
 * Equal work that is asked for while it runs is done once and answered to all. Whoever leaves (its own deadline, a
 * cancelled call) leaves alone: the work goes on, because its outcome is kept and the repeat will find it.
 */
export class SingleFlight<T> {
  private readonly flights = new Map<string, Promise<T>>();

  /** `work` must end by itself within a bound. Throws `timed_out` as soon as `signal` fires. */
  async run(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    let flight = this.flights.get(key);
    if (!flight) {
      flight = work().finally(() => this.flights.delete(key));
      // When everybody has left, nobody else looks at its failure.
      flight.catch(() => undefined);
      this.flights.set(key, flight);
    }
    return unlessAborted(flight, signal);
  }
}
