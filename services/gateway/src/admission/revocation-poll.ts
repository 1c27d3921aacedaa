import { Injectable } from '@nestjs/common';
import type { Logger } from '@precis/runtime/logger';
import { type AuthRpc } from '../rpc-clients.js';

const POLL_INTERVAL_MS = 250;
const POLL_DEADLINE_MS = 500;
/** Cached credentials count only while the last good poll began this recently: a revoked one dies within 1 s (decisions 5, 12). */
const FRESH_MS = 900;

/** Asks auth every 250 ms which sessions and keys were revoked in the last 120 s. Needs no events, so it holds with the bus down. */
@Injectable()
export class RevocationPoll {
  private revoked = new Set<string>();
  private lastGoodStartMs = -Infinity;
  private timer?: NodeJS.Timeout;
  private stopped = false;

  constructor(
    private readonly auth: AuthRpc,
    private readonly logger: Logger,
  ) {}

  start(): void {
    void this.poll();
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  /** Readiness: throws when the list is stale and auth does not answer now either. A process that was merely busy asks once. */
  async requireFresh(): Promise<void> {
    if (!this.isFresh()) await this.ask();
  }

  isFresh(): boolean {
    return performance.now() - this.lastGoodStartMs < FRESH_MS;
  }

  isRevoked(credentialId: string): boolean {
    return this.revoked.has(credentialId);
  }

  private async poll(): Promise<void> {
    const startedMs = performance.now();
    await this.ask().catch((error: unknown) => this.logger.debug({ err: error }, 'revocation poll failed'));
    if (this.stopped) return;
    this.timer = setTimeout(() => void this.poll(), Math.max(0, POLL_INTERVAL_MS - (performance.now() - startedMs)));
  }

  private async ask(): Promise<void> {
    const startedMs = performance.now();
    const { ids } = await this.auth.listRevoked({}, { deadlineMs: POLL_DEADLINE_MS });
    // The answer to an older question must not replace that to a newer one.
    if (startedMs < this.lastGoodStartMs) return;
    this.revoked = new Set(ids);
    this.lastGoodStartMs = startedMs;
  }
}
