import type { Admittance, ThrottleLimit } from './gcra.rule.js';

/** One thing that a request is counted against. The key holds an address or an account id, never a credential. */
export interface Demand {
  key: string;
  limit: ThrottleLimit;
}

/** Where backlogs are kept. `take` never rejects: a throttle that is broken must not refuse. */
export interface ThrottleStore {
  /**
   * Takes from all demands, or from none when one of them refuses; gives back one request to each of `returns` either way, in the
   * same step. No key is in both.
   */
  take(demands: Demand[], returns?: Demand[]): Admittance | Promise<Admittance>;
  start?(): void;
  stop?(): void;
}
