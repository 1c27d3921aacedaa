/** How many wrong passwords may be evaluated: `burst` at once, and one more in each `everyMs`. */
export interface GuessBound {
  burst: number;
  everyMs: number;
}

/** The window in which an account's wrong passwords are counted. */
export const WINDOW_MS = 15 * 60_000;

/** For all visitors together whose device the account does not know: 20 at once, 80 in 15 minutes. */
export const STRANGERS: GuessBound = { burst: 20, everyMs: WINDOW_MS / 60 };
/** For the account's known devices together, separate from strangers, so that a flood never shuts the owner out: 20 in 15 minutes. */
export const KNOWN_DEVICES: GuessBound = { burst: 5, everyMs: WINDOW_MS / 15 };

/** The most that a bound allows in any `windowMs`, both ends included. */
export const mostIn = ({ burst, everyMs }: GuessBound, windowMs: number): number =>
  burst + Math.floor(windowMs / everyMs);

/**
 * At most 100 wrong passwords of an account are evaluated in any 15 minutes (ACC-36), by the generic cell rate algorithm. Its only state is
 * `spentUntilMs`, the time at which the whole burst is free again. Returns the new state after one more guess, or undefined when the guess is
 * refused, which changes nothing. GuessesRepository.take is the same rule in SQL; guesses.int.spec.ts compares both.
 *
 * A state more than 15 minutes further ahead than one more guess would allow was written before the clock was set back. It is treated as absent, so
 * that nobody is shut out for as long as the clock was moved. The clocks of two copies never differ by so much.
 */
export function afterGuess(bound: GuessBound, spentUntilMs: number | undefined, nowMs: number): number | undefined {
  const latest = latestToPass(bound, nowMs);
  if (spentUntilMs === undefined || spentUntilMs > latest + WINDOW_MS) return nowMs + bound.everyMs;
  return spentUntilMs > latest ? undefined : Math.max(spentUntilMs, nowMs) + bound.everyMs;
}

/** The latest state at which a bound allows one more guess. */
export const latestToPass = ({ burst, everyMs }: GuessBound, nowMs: number): number => nowMs + (burst - 1) * everyMs;

/**
 * What a right password gives back of its unit: all except the part that regenerated while it was held. Otherwise the time of its evaluation would
 * count twice, and many simultaneous right passwords could make room for more than 100 wrong ones.
 */
export const givenBackMs = ({ everyMs }: GuessBound, heldMs: number): number =>
  Math.max(0, everyMs - Math.max(0, heldMs));

/** Whole seconds until a refused guess would pass: 1 to 900. */
export function retryAfterSeconds(bound: GuessBound, spentUntilMs: number, nowMs: number): number {
  const waitMs = Math.min(spentUntilMs - latestToPass(bound, nowMs), WINDOW_MS);
  return Math.max(1, Math.ceil(waitMs / 1_000));
}
