import { Inject, Injectable } from '@nestjs/common';
import { type Backoff, backoffMs } from '@precis/runtime/backoff';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { DomainError, type ErrorKind } from '@precis/runtime/domain-error';
import { LOGGER } from '@precis/runtime/foundation.module';
import type { Logger } from '@precis/runtime/logger';
import { Counter, Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { ANY_ATTEMPT, type Operation } from '../quota/apply-operation.rule.js';
import { ApplyOperations } from '../quota/apply-operations.usecase.js';
import type { AccountOutcome } from '../quota/operation-batch.js';
import { limitAt } from '../quota/quota-limit.rule.js';
import { RecheckTimetable } from '../timetables/recheck-timetable.usecase.js';
import { AuthAccounts } from './auth-accounts.client.js';
import { BatchItemsRepository } from './batch-items.repository.js';
import { EXPIRED, isOver, isTooLate, QUOTA_EXCEEDED, RELEASED, WAITED_TOO_LONG } from './batch-life.rule.js';
import type { HeldItem, ItemEnd } from './batch.row.js';
import { BatchEnds } from './batch-ends.provider.js';
import { SummarisationJobs } from './summarisation-jobs.client.js';

/** The outcome of one turn of an item; the help text of the counter below explains each. */
type Turn = 'begun' | 'held' | 'waits' | 'again' | 'ended';
const ENDPOINT = '/api/youtube/batches';
/** Wait until reserved quota may be free again, and until summarisation is called again. */
const WAIT: Backoff = { firstMs: 4_000, factor: 1, capMs: 4_000 };
/** Wait until auth is asked again whether the account is active. */
const STOPPED_WAIT: Backoff = { firstMs: 600_000, factor: 1, capMs: 600_000 };
/**
 * Errors that say nothing about the item, so it is tried again. The last two come from a summarisation of the previous release, which does not know
 * usage as a caller.
 */
const MAY_PASS: readonly ErrorKind[] = ['unavailable', 'exhausted', 'unauthenticated', 'forbidden'];

/**
 * Turns an item of a batch into a job: reserves its unit, then has the job accepted under the same call (SUM-27, QUOTA-23). From then on
 * it is a job like any other, whose end charges the call and ends the item in one transaction.
 *
 * Every step names the item's call, so each step can be repeated. If the process is killed anywhere up to `begun`, the lease ends, and
 * another copy repeats all steps and finds an existing reservation or job. If it is killed after `begun`, the event ends the item. The
 * unit of an item that fails is given back here, or after an hour like that of any job (QUOTA-10).
 */
@Injectable()
export class StartItem {
  private readonly turns: Counter<'outcome'>;

  constructor(
    private readonly database: DataSource,
    private readonly items: BatchItemsRepository,
    private readonly operations: ApplyOperations,
    private readonly jobs: SummarisationJobs,
    private readonly accounts: AuthAccounts,
    private readonly timetables: RecheckTimetable,
    private readonly ends: BatchEnds,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    metrics: Registry,
  ) {
    this.turns = new Counter({
      name: 'precis_usage_batch_turns_total',
      help: 'Turns of items of batches: begun, held (account stopped, or auth unavailable), waits (the rest of the quota is reserved, or billing did not confirm that it is used up), again (no job yet), or ended.',
      labelNames: ['outcome'],
      registers: [metrics],
    });
  }

  /** `holder` must hold `item`. */
  async execute(item: HeldItem, holder: string): Promise<void> {
    this.turns.inc({ outcome: await this.take(item, holder) });
  }

  private async take(item: HeldItem, holder: string): Promise<Turn> {
    const now = this.clock.now();
    // Only a copy of the previous release leaves a running item in a cancelled batch: when the item's holder had died before.
    if (item.isCancelled) return this.giveUp(item, 'cancelled');
    if (isOver(item.startedAt, now)) return this.giveUp(item, EXPIRED);
    if (isTooLate(item.createdAt, now)) return this.giveUp(item, WAITED_TOO_LONG);
    if (await this.postponeIfStopped(item, holder)) return 'held';
    const { outcome: reserved, limit } = await this.apply(item, {
      kind: 'reserve',
      callId: item.callId,
      mode: 'job',
      facts: { idemHash: null, bodyHash: item.bodyHash, client: item.client, endpoint: ENDPOINT, holder: null },
    });
    switch (reserved.kind) {
      case 'granted':
        return this.begin(item, holder, reserved.attempt);
      case 'in_use':
        return this.wait(item, holder);
      case 'exhausted':
        return (await this.isUsedUp(item, limit)) ? this.stop(item) : this.wait(item, holder);
      case 'charged':
        return this.end(item, 'completed');
      case 'released':
      case 'refunded':
        return this.end(item, RELEASED);
      default:
        throw new Error(`the call of an item cannot be reserved: ${reserved.kind}`);
    }
  }

  /**
   * Postpones the item while its account is suspended or closed, or while auth does not answer. Returns whether it did. No request begins an item, so
   * nothing else would keep a stopped account from being charged. An item that may already hold a reserved unit stays in progress, so that its 15
   * minutes pass and the unit is then released.
   */
  private async postponeIfStopped(item: HeldItem, holder: string): Promise<boolean> {
    let wait = STOPPED_WAIT;
    try {
      if (!(await this.accounts.isStopped(item.accountId, item.batchId))) return false;
    } catch (error) {
      this.logger.warn(
        { err: error, batchId: item.batchId, index: item.index },
        'auth did not say whether an item may begin',
      );
      wait = WAIT;
    }
    const forMs = backoffMs(wait, 1, Math.random());
    await (item.wasWaiting ? this.items.putBack(item, holder, forMs) : this.items.postpone(item, holder, forMs));
    return true;
  }

  private async begin(item: HeldItem, holder: string, attempt: number): Promise<Turn> {
    try {
      await this.jobs.create(item, attempt);
    } catch (error) {
      return this.refused(item, holder, error);
    }
    if (await this.items.begun(item, holder)) return 'begun';
    // The item ended immediately, or its account was erased: nobody may be charged for it.
    if (!(await this.items.isKnown(item.callId))) await this.release(item);
    return 'begun';
  }

  /** After a temporary refusal the item keeps its unit, and is tried again until its time is over. */
  private async refused(item: HeldItem, holder: string, error: unknown): Promise<Turn> {
    if (error instanceof DomainError && !MAY_PASS.includes(error.kind))
      return this.giveUp(item, { code: error.code, message: error.publicMessage });
    this.logger.warn({ err: error, batchId: item.batchId, index: item.index }, 'an item could not become a job yet');
    await this.items.postpone(item, holder, backoffMs(WAIT, 1, Math.random()));
    return 'again';
  }

  private async wait(item: HeldItem, holder: string): Promise<Turn> {
    await this.items.putBack(item, holder, backoffMs(WAIT, 1, Math.random()));
    return 'waits';
  }

  /**
   * Whether billing confirms, after the refusal, that the account's limit is still `limit`. The refusal may rest on an answer that is 5 s old, or on the
   * stored timetable because billing did not answer. An account that has just bought a larger plan must not lose its batch (QUOTA-6).
   */
  private async isUsedUp({ accountId }: HeldItem, limit: number): Promise<boolean> {
    const timetable = await this.timetables.execute(accountId, 'end_of_batch');
    return timetable !== null && limitAt(timetable, this.clock.now()) === limit;
  }

  /** The quota is used up, so none of the waiting items can begin (SUM-27). */
  private async stop(item: HeldItem): Promise<Turn> {
    await inTransaction(this.database, async (manager) => {
      await this.ends.endWaiting(manager, item.batchId, QUOTA_EXCEEDED);
      await this.ends.endItem(manager, item.callId, QUOTA_EXCEEDED);
    });
    return 'ended';
  }

  /** The state of the call decides: an item whose call was charged is completed, even if it was to be given up. */
  private async giveUp(item: HeldItem, end: ItemEnd): Promise<Turn> {
    const { outcome } = await this.release(item);
    return this.end(item, outcome.kind === 'charged' ? 'completed' : end);
  }

  private async end(item: HeldItem, end: ItemEnd): Promise<Turn> {
    await inTransaction(this.database, (manager) => this.ends.endItem(manager, item.callId, end));
    return 'ended';
  }

  private release(item: HeldItem): Promise<AccountOutcome> {
    return this.apply(item, { kind: 'release', callId: item.callId, attempt: ANY_ATTEMPT });
  }

  private async apply({ accountId }: HeldItem, operation: Operation): Promise<AccountOutcome> {
    const [decided] = await this.operations.execute([{ accountId, operation }]);
    return decided;
  }
}
