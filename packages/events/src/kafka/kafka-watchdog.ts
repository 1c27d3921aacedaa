import { within } from '@precis/runtime/pause';
import type { Admin, Kafka } from 'kafkajs';
import type { ConsumerVitals } from '../inbox/consumer-vitals.js';
import { groupPlaces } from './group-places.js';
import type { PartitionPlace } from './partition-place.js';
import type { MissedMessages } from './missed-messages.js';
import { StallWatch } from '../inbox/stall-watch.js';

const LOOK_DEADLINE_MS = 10_000;

/**
 * Notices a consumer that does nothing although kafkajs calls it alive or tries again and again: in no group, silent (no fetch, no
 * heartbeat), or standing still in a partition that has messages for it. Only while Kafka answers others: its absence must not restart
 * the service.
 */
export class KafkaWatchdog {
  private readonly stall: StallWatch;
  private readonly timer: NodeJS.Timeout;
  private looking = false;
  private lookedAt = performance.now();
  private fault: string | undefined;
  /** Of all partitions of the group's topics, whoever they were given to. */
  private lastPlaces: PartitionPlace[] = [];

  constructor(
    private readonly kafka: Kafka,
    private readonly group: string,
    private readonly topics: string[],
    private readonly vitals: ConsumerVitals,
    private readonly missed: MissedMessages,
    private readonly stallMs: number,
  ) {
    this.stall = new StallWatch(stallMs);
    this.timer = setInterval(() => void this.look(), stallMs / 4).unref();
  }

  /** Throws when the consumer crashed, stopped or is stalled. */
  check(): void {
    this.vitals.check(this.stallMs / 2);
    if (this.fault) throw new Error(`consumer of group ${this.group} is stalled: ${this.fault}`);
  }

  /** Messages before the whole group by topic, as of the last look: what nobody was given waits, too. */
  lag(): Map<string, number> {
    const lag = new Map<string, number>();
    for (const { topic, position, end } of this.lastPlaces)
      lag.set(topic, (lag.get(topic) ?? 0) + Number(end - position));
    return lag;
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private async look(): Promise<void> {
    if (this.looking) return;
    this.looking = true;
    // Kafka did not answer the last time, or this process was asleep: the consumer gets its time to come back.
    if (performance.now() - this.lookedAt >= this.stallMs) this.beginAnew();
    const admin = this.kafka.admin();
    try {
      this.fault = await within(LOOK_DEADLINE_MS, this.examine(admin), () => new Error('late'));
      this.lookedAt = performance.now();
    } catch {
      this.fault = undefined;
      this.lookedAt = -Infinity;
    } finally {
      this.looking = false;
      void admin.disconnect().catch(() => undefined);
    }
  }

  private beginAnew(): void {
    this.vitals.alive();
    this.stall.forget();
  }

  private async examine(admin: Admin): Promise<string | undefined> {
    await admin.connect();
    await admin.describeCluster();
    this.lastPlaces = await groupPlaces(admin, this.group, this.topics);
    this.missed.note(this.lastPlaces);
    const heldMs = this.vitals.held.oldestMs();
    if (heldMs === 0 && this.vitals.silentMs() >= this.stallMs)
      return this.vitals.assignment ? 'no sign of life' : 'not in the group';
    const held = heldMs > performance.now() - this.lookedAt;
    const stalled = this.stall.observe(this.own(), held, performance.now());
    if (stalled.length === 0) return undefined;
    return `no progress in ${stalled.map(({ topic, partition, position, end }) => `${topic}/${partition} (${position} of ${end})`).join(', ')}`;
  }

  private own(): PartitionPlace[] {
    const { assignment = {} } = this.vitals;
    return this.lastPlaces.filter(({ topic, partition }) => assignment[topic]?.includes(partition));
  }
}
