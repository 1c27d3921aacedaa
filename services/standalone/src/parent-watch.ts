const EVERY_MS = 250;

/** Calls back once when the parent process is gone, which only polling can detect. Does not keep the process running. */
export function whenParentEnds(act: () => void): void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    act();
  }, EVERY_MS);
  watch.unref();
}
