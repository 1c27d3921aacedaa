import { within } from './pause.js';

/** Runs a check and rejects when it throws or does not come back in time. */
export function answersWithin(limitMs: number, check: () => void | Promise<void>): Promise<void> {
  return within(limitMs, (async () => check())(), () => new Error(`no answer within ${limitMs} ms`));
}
