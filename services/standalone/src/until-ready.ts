import type { ServiceApp } from '@precis/runtime/service-app';
import { pause } from '@precis/runtime/pause';

const LIMIT_MS = 30_000;
const EVERY_MS = 50;

/** Waits until every part serves. Repeats the check, because the first one may be shared with an earlier caller. */
export async function untilReady(app: Pick<ServiceApp, 'ready'>, signal?: AbortSignal): Promise<void> {
  const deadline = performance.now() + LIMIT_MS;
  for (;;) {
    signal?.throwIfAborted();
    try {
      return await app.ready();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await pause(EVERY_MS);
    }
  }
}
