import { Injectable, type OnApplicationShutdown } from '@nestjs/common';

/**
 * Streams whose calls are not settled yet: a client may disconnect before its charge or refund is done. A stopping gateway waits for these streams,
 * because its connections to usage close afterwards. The deadlines of a stream's calls bound the wait.
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
