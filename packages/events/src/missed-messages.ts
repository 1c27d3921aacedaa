import type { Logger } from '@precis/runtime/logger';
import type { PartitionPlace } from './partition-place.js';

/** Counts what a group lost because its topic's retention was quicker than it, and says so once. */
export class MissedMessages {
  /** By topic, since this process runs. */
  readonly counts = new Map<string, number>();
  /** Up to which offset a partition's loss was told. */
  private readonly told = new Map<string, bigint>();

  constructor(
    private readonly group: string,
    private readonly logger: Logger,
  ) {}

  note(places: PartitionPlace[]): void {
    for (const { topic, partition, position, missed = 0n } of places) {
      const place = `${topic}/${partition}`;
      const known = this.told.get(place) ?? 0n;
      const from = position - missed > known ? position - missed : known;
      if (missed === 0n || from >= position) continue;
      this.told.set(place, position);
      this.counts.set(topic, (this.counts.get(topic) ?? 0) + Number(position - from));
      this.logger.error({ group: this.group, topic, partition, from: String(from), to: String(position) }, 'messages were deleted before the group handled them');
    }
  }
}
