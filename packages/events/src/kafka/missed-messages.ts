import type { Logger } from '@precis/runtime/logger';
import type { PartitionPlace } from './partition-place.js';

/** Counts what a group lost because its topic's retention was quicker than it, or because the topic was deleted and made anew, and says so once. */
export class MissedMessages {
  /** By topic, since this process runs. */
  readonly counts = new Map<string, number>();
  /** Up to which offset a partition's loss was told. */
  private readonly told = new Map<string, bigint>();
  /** As it was seen the last time. */
  private readonly seen = new Map<string, PartitionPlace>();

  constructor(
    private readonly group: string,
    private readonly logger: Logger,
  ) {}

  note(places: PartitionPlace[]): void {
    for (const place of places) {
      this.noteRemade(place);
      this.noteRetention(place);
    }
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

  /** A log never becomes shorter at its end: it is another one. Kafka forgets the group's offsets with the old one, so nothing else tells. */
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
