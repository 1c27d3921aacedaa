/** Looks again until `check` answers something other than false, null or undefined; fails with `what` after the time. */
export async function eventually<T>(
  what: string,
  check: () => T | Promise<T>,
  timeoutMs = 10_000,
): Promise<Exclude<Awaited<T>, false | null | undefined>> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const found = await check();
    if (found !== false && found !== null && found !== undefined)
      return found as Exclude<Awaited<T>, false | null | undefined>;
    if (Date.now() > deadline) throw new Error(`not within ${timeoutMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
