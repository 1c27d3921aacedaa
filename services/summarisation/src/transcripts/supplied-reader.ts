import type { CallCost } from '@precis/runtime/hourly-budget';
import type { SuppliedRead, SuppliedToRead } from './supplied-transcript.js';

/**
 * Reads a supplied transcript for an account. `signal` stops the reading, and the CPU time is added to `cost`. Throws what suppliedIn throws,
 * `overloaded` and `timed_out`.
 */
export abstract class SuppliedReader {
  abstract read(supplied: SuppliedToRead, signal: AbortSignal, account: string, cost: CallCost): Promise<SuppliedRead>;
}
