/**
 * The timers of the page: those of Node, remembered, so that the timers which a file leaves end with it, as they end with a closed page.
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

/** Ends all timers of the page. Those that keep no process alive are of Node's own client of HTTP, which uses the global functions. */
export function endTimers() {
  for (const timer of running) if (timer.hasRef()) clearTimeout(timer);
}
