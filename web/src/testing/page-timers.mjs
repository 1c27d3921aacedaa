/**
 * The timers of the page. They are Node's timers in a list, so that the timers of a test file can be ended after it, as a browser ends those of a
 * closed page.
 */
const { setTimeout: startTimeout, clearTimeout: endTimeout, setInterval: startInterval } = globalThis;
/** The original functions, for libraries that outlive a page. */
export const timersOfNode = { setTimeout: startTimeout, clearTimeout: endTimeout, setInterval: startInterval };
const FRAME_MS = 1000 / 60;
const now = performance.now.bind(performance);
const running = new Set();

function setTimeout(callback, delayMs, ...args) {
  const timer = startTimeout(() => {
    running.delete(timer);
    callback(...args);
  }, delayMs);
  running.add(timer);
  return timer;
}

function setInterval(callback, delayMs, ...args) {
  const timer = startInterval(callback, delayMs, ...args);
  running.add(timer);
  return timer;
}

function clearTimeout(timer) {
  running.delete(timer);
  endTimeout(timer);
}

/** The functions that a page has for timers. */
export const pageTimers = {
  setTimeout,
  clearTimeout,
  setInterval,
  clearInterval: (timer) => clearTimeout(timer),
  requestAnimationFrame: (callback) => setTimeout(() => callback(now()), FRAME_MS),
  cancelAnimationFrame: (timer) => clearTimeout(timer),
};

/** Ends all timers of the page. Timers that were unref'ed stay: they belong to Node's HTTP client, which uses the global functions too. */
export function endTimers() {
  for (const timer of running) if (timer.hasRef()) clearTimeout(timer);
}
