import { createRequire } from 'node:module';

/** How long the broker may delay a member's JoinGroup and SyncGroup for the others. */
export const REBALANCE_TIMEOUT_MS = 30_000;
/** The extra time that kafkajs allows a JoinGroup. */
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

/** Corrects faults of kafkajs 2.2.4, which is unmaintained, that no setting corrects. Once per process, before the first client. */
export function mendKafkajs(): void {
  if (mended) return;
  mended = true;
  stopIdleWakeUps();
  waitForTheLeader();
  beatByMonotonicClock();
}

/**
 * kafkajs wakes up every millisecond while a connection lives (kafkajs#1751: 4% of a core each, and TimeoutNegativeWarning), because its queue checks
 * again even when nothing is pending. Later requests schedule their own check.
 */
function stopIdleWakeUps(): void {
  const { prototype } = load('kafkajs/src/network/requestQueue/index.js') as { prototype: RequestQueue };
  const schedule = prototype.scheduleCheckPendingRequests;
  prototype.scheduleCheckPendingRequests = function (this: RequestQueue) {
    if (this.pending.length > 0) schedule.call(this);
  };
}

/**
 * The broker holds a SyncGroup until the group's leader has sent its own; when the leader died, until its session ends. kafkajs waits that long only
 * for a JoinGroup. A SyncGroup cut at the usual limit leaves a dead member, for which the next round waits again: groups were measured to stand still
 * for 144 s.
 */
function waitForTheLeader(): void {
  const syncGroup = load('kafkajs/src/protocol/requests/syncGroup/index.js') as RequestDefinition;
  const { protocol } = syncGroup;
  syncGroup.protocol = (options) => {
    const request = protocol(options);
    return (fields) => ({ ...request(fields), requestTimeout: REBALANCE_TIMEOUT_MS + NETWORK_MS });
  };
}

/**
 * kafkajs compares the wall clock with the time of its last heartbeat: after the clock was set back by an hour, an idle member would send none for an
 * hour.
 */
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
