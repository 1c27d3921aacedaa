import { Injectable } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import { announce } from '@precis/events/outbox/outbox';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { DataSource, type EntityManager } from 'typeorm';
import type { AccountQuota } from './account-quota.rule.js';
import { applyOperation, type Operation, type Outcome } from './apply-operation.rule.js';
import { limitAt } from './quota-limit.rule.js';
import { isCallIdTaken, QuotaRepository, type Wanted } from './quota.repository.js';
import { ThresholdsRepository } from './thresholds.repository.js';
import { RecheckTimetable } from '../timetables/recheck-timetable.usecase.js';

/** An operation and the account it is about; `operation` is null when it was malformed. */
export interface AccountOperation {
  accountId: string;
  operation: Operation | null;
}

/** What an operation came to, with the account's quota right after it. */
export interface AccountOutcome {
  outcome: Outcome;
  limit: number;
  remaining: number;
  resetAtSeconds: number;
}

const TRIES = 3;
const REFUSED: AccountOutcome = { outcome: { kind: 'invalid' }, limit: 0, remaining: 0, resetAtSeconds: 0 };

/**
 * Applies a batch of metered-call operations in one transaction: killed before its commit nothing happened, after it a repeat of the same
 * operations answers what was decided (QUOTA-4; why: ADR 4). Before a call is refused as "exhausted", billing is asked for an upgrade
 * (QUOTA-9), which happens between two transactions.
 */
@Injectable()
export class ApplyOperations {
  constructor(
    private readonly database: DataSource,
    private readonly quotas: QuotaRepository,
    private readonly thresholds: ThresholdsRepository,
    private readonly clock: Clock,
    private readonly timetables: RecheckTimetable,
  ) {}

  async execute(operations: AccountOperation[]): Promise<AccountOutcome[]> {
    const outcomes = await this.decide(operations);
    const moved = await this.accountsWithAnotherLimit(operations, outcomes);
    if (moved.size === 0) return outcomes;
    // A refusal has left no trace, so it may be decided once more.
    const again = [...operations.keys()].filter(
      (index) => isExhausted(outcomes[index]) && moved.has(operations[index].accountId),
    );
    const decided = await this.decide(again.map((index) => operations[index]));
    again.forEach((index, place) => (outcomes[index] = decided[place]));
    return outcomes;
  }

  private async accountsWithAnotherLimit(
    operations: AccountOperation[],
    outcomes: AccountOutcome[],
  ): Promise<Set<string>> {
    const known = new Map(
      operations.flatMap(({ accountId }, index) =>
        isExhausted(outcomes[index]) ? [[accountId, outcomes[index].limit]] : [],
      ),
    );
    const moved = new Set<string>();
    const look = async ([accountId, limit]: [string, number]) => {
      const timetable = await this.timetables.execute(accountId);
      if (timetable && limitAt(timetable, this.clock.now()) !== limit) moved.add(accountId);
    };
    await Promise.all([...known].map(look));
    return moved;
  }

  private async decide(operations: AccountOperation[], tries = TRIES): Promise<AccountOutcome[]> {
    return this.decideOnce(operations).catch((error: unknown) => {
      if (tries === 1 || !isCallIdTaken(error)) throw error;
      return this.decide(operations, tries - 1);
    });
  }

  private async decideOnce(operations: AccountOperation[]): Promise<AccountOutcome[]> {
    const wanted = wantedBy(operations);
    if (wanted.length === 0) return operations.map(() => REFUSED);
    return inTransaction(this.database, async (manager) => {
      const accounts = await this.quotas.lockAccounts(manager, wanted, this.clock.now());
      for (const account of accounts.values()) account.sweepLapsed();
      const outcomes = operations.map(({ accountId, operation }) =>
        operation === null ? REFUSED : outcomeOf(accounts.get(accountId)!, operation),
      );
      await this.quotas.save(manager, accounts.values());
      await this.announceReached(manager, [...accounts.values()]);
      return outcomes;
    });
  }

  /** Most batches reach no threshold, and cost no statement here (QUOTA-20). */
  private async announceReached(manager: EntityManager, accounts: AccountQuota[]): Promise<void> {
    const reached = accounts.flatMap((account) => account.reached);
    if (reached.length === 0) return;
    const first = await this.thresholds.addNew(manager, reached);
    const events = first.map(({ accountId: userId, ...rest }) =>
      EVENTS.quotaThresholdReached.of({ userId, ...rest }, this.clock.now()),
    );
    await announce(manager, ...events);
  }
}

function isExhausted({ outcome }: AccountOutcome): boolean {
  return outcome.kind === 'exhausted';
}

function outcomeOf(account: AccountQuota, operation: Operation): AccountOutcome {
  const outcome = applyOperation(account, operation);
  return { outcome, limit: account.limit, remaining: account.remaining, resetAtSeconds: account.resetAtSeconds };
}

function wantedBy(operations: AccountOperation[]): Wanted[] {
  const byAccount = new Map<string, Required<Wanted>>();
  for (const { accountId, operation } of operations) {
    if (operation === null) continue;
    const wanted = byAccount.get(accountId) ?? { accountId, callIds: [], idemHashes: [], holders: [] as string[] };
    byAccount.set(accountId, wanted);
    if (operation.kind === 'peek') continue;
    wanted.callIds.push(operation.callId);
    if (!('facts' in operation)) continue;
    const { idemHash, holder } = operation.facts;
    if (idemHash !== null) wanted.idemHashes.push(idemHash);
    if (holder !== null) wanted.holders.push(holder);
  }
  return [...byAccount.values()];
}
