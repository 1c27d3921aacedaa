import { setTimeout as pause } from 'node:timers/promises';

/** Checks the condition every `everyMs`; returns whether it held within `timeoutMs`. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  timeoutMs: number,
  everyMs = 25,
): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    if (await condition()) return true;
    if (performance.now() >= deadline) return false;
    await pause(everyMs);
  }
}
