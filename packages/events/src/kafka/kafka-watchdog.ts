import type { Logger } from '@precis/runtime/logger';
import type { Kafka } from 'kafkajs';
import { askAdmin } from './ask-admin.js';
import type { ConsumerVitals } from './consumer-vitals.js';
import { groupPlaces, type PartitionPlace } from './kafka-places.js';

const LOOK_DEADLINE_MS = 10_000;

/**
 * Detects a consumer that does nothing although kafkajs reports it alive or keeps trying: in no group, silent (no fetch, no heartbeat), or standing
 * still in a partition with messages. It judges only while Kafka answers the watchdog's own requests, because an unavailable Kafka must not restart
 * the service.
 */
export class KafkaWatchdog {
  private readonly stall: StallWatch;
  private readonly timer: NodeJS.Timeout;
  private looking = false;
  private lookedAt = performance.now();
  private fault: string | undefined;
  /** Places of all partitions of the group's topics, with any member. */
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

  /** Unhandled messages of the whole group by topic, as of the last look, including partitions without a member. */
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
    const beganAt = performance.now();
    // Kafka did not answer the last time, or this process was suspended: the consumer gets time to recover.
    if (beganAt - this.lookedAt >= this.stallMs) this.beginAnew();
    try {
      this.judge(await this.places(), beganAt);
      this.lookedAt = performance.now();
    } catch {
      this.fault = undefined;
      this.lookedAt = -Infinity;
    } finally {
      this.looking = false;
    }
  }

  private beginAnew(): void {
    this.vitals.noteAlive();
    this.stall.forget();
  }

  private places(): Promise<PartitionPlace[]> {
    return askAdmin(this.kafka, LOOK_DEADLINE_MS, async (admin) => {
      await admin.describeCluster();
      return groupPlaces(admin, this.group, this.topics);
    });
  }

  /** A look that was given up is not judged: its places may be older than those of the next look. */
  private judge(places: PartitionPlace[], beganAt: number): void {
    this.lastPlaces = places;
    this.missed.note(places, beganAt);
    this.fault = this.findFault();
  }

  private findFault(): string | undefined {
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

/** A consumer serves its partitions in turn: while it works on others, one of them may stand still this many times longer. */
const IN_TURN = 10;

interface Seen {
  position: bigint;
  /** Since when there has been work without progress. */
  idleSince: number;
}

/** Distinguishes partitions that have work and do not move from idle ones and from those that wait for their turn. */
export class StallWatch {
  private readonly seen = new Map<string, Seen>();
  private movedAt = -Infinity;

  /** `stallMs`: how long a partition with messages may stand still. */
  constructor(private readonly stallMs: number) {}

  /**
   * Records the places of the assigned partitions at `now` (ms), and returns the stalled ones. `held`: a handler has held a message since the last
   * look, which is a slow handler or a missing database and not the consumer's fault.
   */
  observe(places: PartitionPlace[], held: boolean, now: number): PartitionPlace[] {
    const before = new Map(this.seen);
    this.seen.clear();
    for (const place of places) {
      const last = before.get(nameOf(place));
      const moved = last !== undefined && last.position !== place.position;
      if (moved) this.movedAt = now;
      const idle = last !== undefined && !moved && !held && place.end > place.position;
      this.seen.set(nameOf(place), { position: place.position, idleSince: idle ? last.idleSince : now });
    }
    const patienceMs = this.stallMs * (now - this.movedAt < this.stallMs ? IN_TURN : 1);
    return places.filter((place) => now - this.seen.get(nameOf(place))!.idleSince >= patienceMs);
  }

  /** After a time without looks, earlier observations prove nothing. */
  forget(): void {
    this.seen.clear();
  }
}

const nameOf = ({ topic, partition }: PartitionPlace): string => `${topic}/${partition}`;

/**
 * Counts messages that a group lost because its topic's retention was faster, or because the topic was deleted and recreated, and logs each loss
 * once.
 */
export class MissedMessages {
  /** By topic, since this process runs. */
  readonly counts = new Map<string, number>();
  /** The offset up to which a partition's loss was logged. */
  private readonly told = new Map<string, bigint>();
  /** The last observed places. */
  private readonly seen = new Map<string, PartitionPlace>();
  /** When the last look was noted. */
  private notedAt = -Infinity;

  constructor(
    private readonly group: string,
    private readonly logger: Logger,
  ) {}

  /**
   * Notes what a look found that began at `beganAt` (performance.now()). A look that began before another one was noted may have read lower ends than
   * that one, although no topic was made anew. The next look shows whether one was.
   */
  note(places: PartitionPlace[], beganAt: number): void {
    const overlaps = beganAt < this.notedAt;
    for (const place of places) {
      if (!overlaps) this.noteRemade(place);
      this.noteRetention(place);
    }
    this.notedAt = performance.now();
  }

  private noteRetention({ topic, partition, position, missed = 0n }: PartitionPlace): void {
    const place = `${topic}/${partition}`;
    const known = this.told.get(place) ?? 0n;
    const from = position - missed > known ? position - missed : known;
    if (missed === 0n || from >= position) return;
    this.told.set(place, position);
    this.count(topic, position - from);
    this.logger.error(
      { group: this.group, topic, partition, from: String(from), to: String(position) },
      'messages were deleted before the group handled them',
    );
  }

  /** The end of a topic never decreases, so a lower end means a recreated topic. Kafka dropped the group's offsets; nothing else shows the loss. */
  private noteRemade(place: PartitionPlace): void {
    const { topic, partition } = place;
    const name = `${topic}/${partition}`;
    const before = this.seen.get(name);
    this.seen.set(name, place);
    if (!before || place.end >= before.end) return;
    this.told.delete(name);
    this.count(topic, before.end - before.position);
    const [from, to] = [String(before.position), String(before.end)];
    this.logger.error(
      { group: this.group, topic, partition, from, to },
      'topic was deleted and made anew; at most these messages were not handled before',
    );
  }

  private count(topic: string, messages: bigint): void {
    this.counts.set(topic, (this.counts.get(topic) ?? 0) + Number(messages));
  }
}
