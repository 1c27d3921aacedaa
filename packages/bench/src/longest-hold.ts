/** The longest time in milliseconds that `work` blocked the event loop. Wall-clock time: a busy machine can only increase it. */
export async function longestHoldMs(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  let isOver = false;
  const tick = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setImmediate(tick);
  };
  setImmediate(tick);
  await work();
  longest = Math.max(longest, performance.now() - last);
  isOver = true;
  return longest;
}
