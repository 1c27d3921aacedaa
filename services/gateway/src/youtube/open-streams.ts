import { Injectable, type OnApplicationShutdown } from '@nestjs/common';

/**
 * Streams whose calls are not settled yet: a client may disconnect before its charge or refund is done. A stopping gateway waits for these streams,
 * because its connections to usage close afterwards. The deadlines of a stream's calls bound the wait.
 */
@Injectable()
export class OpenStreams implements OnApplicationShutdown {
  private readonly open = new Set<Promise<void>>();

  /** `settled` resolves when the call is charged, refunded or released, and must never reject. */
  add(settled: Promise<void>): void {
    this.open.add(settled);
    void settled.finally(() => this.open.delete(settled));
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.open);
  }
}
