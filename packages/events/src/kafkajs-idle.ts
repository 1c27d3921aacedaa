import { createRequire } from 'node:module';

interface RequestQueue {
  pending: unknown[];
  scheduleCheckPendingRequests(): void;
}

let quiet = false;

/**
 * Stops kafkajs 2.2.4 from waking up every millisecond for as long as a connection lives (kafkajs#1751: 4% of a core each, and
 * TimeoutNegativeWarning): its queue looks again even when nothing is pending. What is pushed later schedules its own look.
 */
export function quietenKafkajs(): void {
  if (quiet) return;
  quiet = true;
  const queue = createRequire(import.meta.url)('kafkajs/src/network/requestQueue/index.js') as { prototype: RequestQueue };
  const schedule = queue.prototype.scheduleCheckPendingRequests;
  queue.prototype.scheduleCheckPendingRequests = function (this: RequestQueue) {
    if (this.pending.length > 0) schedule.call(this);
  };
}
