const EVERY_MS = 250;

/** Calls once when the process that started this one is gone: only by asking can that be learned. Keeps nothing running. */
export function whenParentEnds(act: () => void): void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    act();
  }, EVERY_MS);
  watch.unref();
}
