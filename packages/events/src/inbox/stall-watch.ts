import type { PartitionPlace } from '../kafka/partition-place.js';

/** A worker takes its partitions in turn: while it gets on with others, one of them may wait this much longer. */
const IN_TURN = 10;

interface Seen {
  position: bigint;
  /** Since when there has been something to do and nothing was done. */
  idleSince: number;
}

/** Tells partitions that have something to handle and do not move from those that are idle, or wait for their turn. */
export class StallWatch {
  private readonly seen = new Map<string, Seen>();
  private movedAt = -Infinity;

  /** `stallMs`: how long a partition may stand still with messages before it. */
  constructor(private readonly stallMs: number) {}

  /**
   * Takes in where the assigned partitions are `now` (ms), and answers the stalled ones. `held` = a handler has held a message since
   * the last look: that is waiting for a database or a slow handler, which others watch over, and no fault of the consumer.
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

  /** After a time in which nobody looked, nothing may be concluded from what was seen before. */
  forget(): void {
    this.seen.clear();
  }
}

const nameOf = ({ topic, partition }: PartitionPlace): string => `${topic}/${partition}`;
