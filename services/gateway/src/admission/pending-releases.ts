import { Injectable } from '@nestjs/common';
import { OutcomeKind } from '@precis/proto/usage/v1/usage';
import type { Logger } from '@precis/runtime/logger';
import { UsageOperations } from './usage-operations.client.js';

interface PendingRelease {
  accountId: string;
  callId: string;
  attempt: number;
  /** With an Idempotency-Key the caller can fetch what was charged; without one a charge without an answer is undone. */
  keyed: boolean;
}

/** Beyond it usage has been away for so long that the lease lapses and sweeps them anyway. */
const MAX_PENDING = 10_000;
const MAX_PAUSE_MS = 5_000;

/** Gives reservations back whose fate could not be told at once, until usage has answered: nothing stays reserved by a living gateway. */
@Injectable()
export class PendingReleases {
  private readonly pending = new Map<string, PendingRelease>();
  private failures = 0;
  private timer?: NodeJS.Timeout;
  private stopped = false;

  constructor(
    private readonly operations: UsageOperations,
    private readonly logger: Logger,
  ) {}

  add(release: PendingRelease): void {
    if (this.pending.size >= MAX_PENDING) return this.logger.error({ callId: release.callId }, 'too many pending releases');
    this.pending.set(release.callId, release);
    this.schedule();
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  private schedule(): void {
    if (this.timer || this.stopped) return;
    const pauseMs = Math.min(MAX_PAUSE_MS, 100 * 2 ** this.failures) * (0.5 + Math.random() / 2);
    this.timer = setTimeout(() => void this.sendAll(), pauseMs);
  }

  private async sendAll(): Promise<void> {
    const results = await Promise.allSettled(
      [...this.pending.values()].map(async ({ accountId, callId, attempt, keyed }) => {
        const outcome = await this.operations.apply({ accountId, callId, operation: { $case: 'release', value: { attempt } } });
        // Its caller was told 503: a failed call is never charged (decisions 16).
        if (outcome.kind === OutcomeKind.OUTCOME_KIND_CHARGED && !keyed) {
          await this.operations.apply({ accountId, callId, operation: { $case: 'refund', value: { reason: 'answer lost' } } });
        }
        this.pending.delete(callId);
      }),
    );
    this.failures = results.some((result) => result.status === 'rejected') ? Math.min(this.failures + 1, 6) : 0;
    this.timer = undefined;
    if (this.pending.size > 0) this.schedule();
  }
}
