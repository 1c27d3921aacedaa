import { Injectable, type OnApplicationShutdown } from '@nestjs/common';

/**
 * Streams whose calls are not settled yet. A client may disconnect before its charge or refund is done. A stopping gateway waits for them, because
 * its connections to usage close afterwards. The deadlines of its calls bound each stream.
 */
@Injectable()
export class OpenStreams implements OnApplicationShutdown {
  private readonly open = new Set<Promise<void>>();

  /** `told` settles when the stream's call is settled, and must never reject. */
  add(told: Promise<void>): void {
    this.open.add(told);
    void told.finally(() => this.open.delete(told));
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.open);
  }
}
