import { createRequire } from 'node:module';

/** How long the broker may keep a member's JoinGroup and SyncGroup waiting for the others. */
export const REBALANCE_TIMEOUT_MS = 30_000;
/** As kafkajs allows a JoinGroup on top. */
const NETWORK_MS = 5_000;

interface RequestQueue {
  pending: unknown[];
  scheduleCheckPendingRequests(): void;
}

interface RequestDefinition {
  protocol(options: { version: string }): (fields: object) => { requestTimeout?: number };
}

interface ConsumerGroup {
  lastRequest: number;
}

const load = createRequire(import.meta.url);
const beats = new WeakMap<ConsumerGroup, number>();
let mended = false;

/** Mends in kafkajs 2.2.4, which is unmaintained, what no setting of it mends. Once per process; before the first client. */
export function mendKafkajs(): void {
  if (mended) return;
  mended = true;
  stopIdleWakeUps();
  waitForTheLeader();
  beatByMonotonicClock();
}

/**
 * It wakes up every millisecond for as long as a connection lives (kafkajs#1751: 4% of a core each, and TimeoutNegativeWarning): its
 * queue looks again even when nothing is pending. What is pushed later schedules its own look.
 */
function stopIdleWakeUps(): void {
  const { prototype } = load('kafkajs/src/network/requestQueue/index.js') as { prototype: RequestQueue };
  const schedule = prototype.scheduleCheckPendingRequests;
  prototype.scheduleCheckPendingRequests = function (this: RequestQueue) {
    if (this.pending.length > 0) schedule.call(this);
  };
}

/**
 * The broker keeps a SyncGroup until the group's leader has sent its own: when the leader died, until its session ends. kafkajs waits
 * longer for a JoinGroup alone; a SyncGroup cut at the usual limit leaves a member behind that nobody is any more, for which the next
 * round waits again: groups were measured to stand still for 144 s.
 */
function waitForTheLeader(): void {
  const syncGroup = load('kafkajs/src/protocol/requests/syncGroup/index.js') as RequestDefinition;
  const { protocol } = syncGroup;
  syncGroup.protocol = (options) => {
    const request = protocol(options);
    return (fields) => ({ ...request(fields), requestTimeout: REBALANCE_TIMEOUT_MS + NETWORK_MS });
  };
}

/** It compares the wall clock with that of its last heartbeat: set back by an hour, an idle member would send none for an hour. */
function beatByMonotonicClock(): void {
  const { prototype } = load('kafkajs/src/consumer/consumerGroup.js') as { prototype: ConsumerGroup };
  Object.defineProperty(prototype, 'lastRequest', {
    get(this: ConsumerGroup) {
      return Date.now() - (performance.now() - beats.get(this)!);
    },
    set(this: ConsumerGroup) {
      beats.set(this, performance.now());
    },
  });
}
