import { Injectable } from '@nestjs/common';
import { EVENTS } from '@precis/events/catalogue/events';
import { announce } from '@precis/events/outbox/outbox';
import { Clock } from '@precis/runtime/clock';
import type { EntityManager } from 'typeorm';
import type { AccountQuota } from './account-quota.rule.js';
import { applyOperation, type Operation, type Outcome } from './apply-operation.rule.js';
import { announceHidden } from './hidden-summaries.js';
import { QuotaRepository, type Wanted } from './quota.repository.js';
import { ThresholdsRepository } from './thresholds.repository.js';

/** An operation and its account; `operation` is null when it was malformed. */
export interface AccountOperation {
  accountId: string;
  operation: Operation | null;
}

/** The outcome of an operation, with the account's quota right after it. */
export interface AccountOutcome {
  outcome: Outcome;
  limit: number;
  remaining: number;
  resetAtSeconds: number;
}

const REFUSED: AccountOutcome = { outcome: { kind: 'invalid' }, limit: 0, remaining: 0, resetAtSeconds: 0 };

/** Decides a batch of metered-call operations within a transaction: all of it commits, with its events, or nothing. */
@Injectable()
export class OperationBatch {
  constructor(
    private readonly quotas: QuotaRepository,
    private readonly thresholds: ThresholdsRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns one outcome per operation, in order. The accounts stay locked until the transaction ends. `alive`: further gateways that are known to
   * live, so that none of their reservations lapses.
   */
  async decide(
    manager: EntityManager,
    operations: AccountOperation[],
    alive: string[] = [],
  ): Promise<AccountOutcome[]> {
    const wanted = wantedBy(operations);
    if (wanted.length === 0) return operations.map(() => REFUSED);
    wanted[0].holders.push(...alive);
    const accounts = await this.quotas.lockAccounts(manager, wanted, this.clock.now());
    for (const account of accounts.values()) account.sweepLapsed();
    const outcomes = operations.map(({ accountId, operation }) =>
      operation === null ? REFUSED : outcomeOf(accounts.get(accountId)!, operation),
    );
    await this.quotas.save(manager, accounts.values());
    await this.announceReached(manager, [...accounts.values()]);
    await announceHidden(manager, accounts.values(), this.clock.now());
    return outcomes;
  }

  /** Most batches reach no threshold, and need no statement here (QUOTA-20). */
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

function outcomeOf(account: AccountQuota, operation: Operation): AccountOutcome {
  const outcome = applyOperation(account, operation);
  return { outcome, limit: account.limit, remaining: account.remaining, resetAtSeconds: account.resetAtSeconds };
}

/** The gateways that reserve in these operations, and so are known to live. */
export function holdersIn(operations: AccountOperation[]): string[] {
  return operations.flatMap(({ operation }) =>
    operation && 'facts' in operation ? (operation.facts.holder ?? []) : [],
  );
}

function wantedBy(operations: AccountOperation[]): Required<Wanted>[] {
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
