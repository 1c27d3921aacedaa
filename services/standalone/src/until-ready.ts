import type { ServiceApp } from '@precis/runtime/service-app';
import { pause } from '@precis/runtime/pause';

const LIMIT_MS = 30_000;
const EVERY_MS = 50;

/** Waits until every part serves: one check may still be shared with an earlier prober. */
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
