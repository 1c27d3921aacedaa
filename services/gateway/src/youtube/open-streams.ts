import { Injectable, type OnApplicationShutdown } from '@nestjs/common';

/**
 * Streams whose calls are not settled yet. A client may be gone before its charge or refund is: a gateway that stops waits for them, since
 * their connections to usage end after this. Each is bounded by the deadlines of its calls.
 */
@Injectable()
export class OpenStreams implements OnApplicationShutdown {
  private readonly open = new Set<Promise<void>>();

  /** `told` never rejects. */
  add(told: Promise<void>): void {
    this.open.add(told);
    void told.finally(() => this.open.delete(told));
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.open);
  }
}
