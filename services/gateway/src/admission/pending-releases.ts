import { Inject, Injectable, Optional } from '@nestjs/common';
import { type Charge, type Operation, OutcomeKind } from '@precis/proto/usage/v1/usage';
import { backoffMs } from '@precis/runtime/backoff';
import { DomainError } from '@precis/runtime/domain-error';
import type { Logger } from '@precis/runtime/logger';
import { pause, within } from '@precis/runtime/pause';
import { LOGGER } from '@precis/runtime/foundation.module';
import { OPERATIONS, type UsageOperations } from '../rpc-clients.js';

interface PendingRelease {
  accountId: string;
  callId: string;
  attempt: number;
  /** Whether the call had an Idempotency-Key. With one, the caller can fetch what was charged; without one, a charge without an answer is undone. */
  keyed: boolean;
  /** Why a charge is undone even when it has a key: the refund was decided, or a stream failed, but usage did not answer. */
  refund?: string;
  /** The charge of a result that only this call can name. Sent after the release, it makes usage have the result deleted (SUM-24). */
  own?: Charge;
}

/** At this number no new call begins. Dropping a release instead would keep its unit reserved for as long as this process lives. */
const MAX_PENDING = 10_000;
const RETRY = { firstMs: 100, factor: 2, capMs: 5_000 };
const DRAIN_PAUSE_MS = 100;

/** Retries what undoes a call, mostly releases, until usage answers. So a running gateway leaves no unit reserved. */
@Injectable()
export class PendingReleases {
  /** What must still be sent, by the id of the call or batch. */
  private readonly pending = new Map<string, () => Promise<unknown>>();
  private failures = 0;
  private timer?: NodeJS.Timeout;
  private sending?: Promise<void>;
  private stopped = false;
  /** Whether the drain has ended: nothing is sent any more. */
  private ended = false;

  constructor(
    @Inject(OPERATIONS) private readonly operations: UsageOperations,
    @Inject(LOGGER) private readonly logger: Logger,
    @Optional() private readonly maxPending = MAX_PENDING,
  ) {}

  /** Throws unavailable while so many releases wait that no new call may begin. */
  requireRoom(): void {
    if (this.pending.size < this.maxPending) return;
    throw new DomainError('unavailable', 'usage_behind', 'The service is temporarily unavailable. Please try again.', {
      retryAfterSeconds: 5,
    });
  }

  /** Always accepts: calls that were under way when the limit was reached may exceed it. */
  add(release: PendingRelease): void {
    this.addUndo(release.callId, () => this.send(release));
  }

  /** The same for another RPC of usage. `undo` may be called several times, until it resolves. */
  addUndo(id: string, undo: () => Promise<unknown>): void {
    if (this.pending.size === this.maxPending)
      this.logger.error({ count: this.pending.size }, 'too many releases wait for usage: new calls are refused');
    this.pending.set(id, undo);
    if (this.ended) this.logUnsent({ count: 1, callId: id });
    this.schedule();
  }

  /**
   * Stops the retries and sends until nothing waits or `limitMs` has passed. Releases that remain, and those that a
   * call adds later, are lost with this process, and logged.
   */
  async drain(limitMs: number): Promise<void> {
    this.stop();
    const limit = new AbortController();
    await within(limitMs, this.sendUntilEmpty(limit.signal), () => new Error('usage did not answer')).catch(() =>
      limit.abort(),
    );
    this.ended = true;
    if (this.pending.size > 0) this.logUnsent({ count: this.pending.size });
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  /** The text says what may be left, because an entry may be released already and wait only for the deletion of its own result. */
  private logUnsent(facts: { count: number; callId?: string }): void {
    this.logger.error(
      facts,
      'stopped with unfinished releases: usage returns reserved units later, charges may stay, and results of supplied transcripts may stay for 30 days',
    );
  }

  private schedule(): void {
    if (this.timer || this.stopped) return;
    this.timer = setTimeout(() => (this.sending = this.sendAll()), backoffMs(RETRY, this.failures + 1, Math.random()));
  }

  private async sendUntilEmpty(limit: AbortSignal): Promise<void> {
    await this.sending;
    while (this.pending.size > 0 && !limit.aborted) {
      await this.sendAll();
      if (this.pending.size > 0) await pause(DRAIN_PAUSE_MS, limit);
    }
  }

  private async sendAll(): Promise<void> {
    const results = await Promise.allSettled(
      [...this.pending].map(async ([id, undo]) => {
        await undo();
        this.pending.delete(id);
      }),
    );
    this.failures = results.some((result) => result.status === 'rejected') ? this.failures + 1 : 0;
    this.timer = undefined;
    if (this.pending.size > 0) this.schedule();
  }

  private async send({ accountId, callId, attempt, keyed, refund, own }: PendingRelease): Promise<void> {
    const apply = (operation: Operation['operation']) => this.operations.ask({ accountId, callId, operation });
    const outcome = await apply({ $case: 'release', value: { attempt } });
    // Its caller got 503, and a failed call costs nothing (QUOTA-2).
    if (outcome.kind === OutcomeKind.OUTCOME_KIND_CHARGED && (refund !== undefined || !keyed))
      await apply({ $case: 'refund', value: { attempt: outcome.attempt, reason: refund ?? 'answer lost' } });
    if (outcome.kind === OutcomeKind.OUTCOME_KIND_RELEASED && own) await apply({ $case: 'charge', value: own });
  }
}
