const FIRST_PAUSE_MS = 5;
/** The pause between checks. A check is often an HTTP call or a query: shorter pauses would take CPU time from the awaited work. */
const LONGEST_PAUSE_MS = 100;
const GROWTH = 1.3;

/**
 * Repeats `check` until it returns something other than false, null or undefined; fails with `what` after the time limit. `longestPauseMs`: for checks
 * that cost so much that they would disturb what they wait for.
 */
export async function eventually<T>(
  what: string,
  check: () => T | Promise<T>,
  timeoutMs = 10_000,
  longestPauseMs = LONGEST_PAUSE_MS,
): Promise<Exclude<Awaited<T>, false | null | undefined>> {
  const deadline = Date.now() + timeoutMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * GROWTH, longestPauseMs)) {
    const found = await check();
    if (found !== false && found !== null && found !== undefined)
      return found as Exclude<Awaited<T>, false | null | undefined>;
    if (Date.now() > deadline) throw new Error(`not within ${timeoutMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
