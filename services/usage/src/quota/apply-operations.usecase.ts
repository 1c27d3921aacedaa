import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { DataSource } from 'typeorm';
import type { AccountQuota } from './account-quota.rule.js';
import { applyOperation, type Operation, type Outcome } from './apply-operation.rule.js';
import { QuotaRepository, type Wanted } from './quota.repository.js';

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

const REFUSED: AccountOutcome = { outcome: { kind: 'invalid' }, limit: 0, remaining: 0, resetAtSeconds: 0 };

/**
 * Applies a batch of metered-call operations in one transaction: killed before its commit nothing happened, after it a
 * repeat of the same operations answers what was decided. Specification 9, decisions 16 to 18.
 */
@Injectable()
export class ApplyOperations {
  constructor(
    private readonly database: DataSource,
    private readonly quotas: QuotaRepository,
    private readonly clock: Clock,
  ) {}

  async execute(operations: AccountOperation[]): Promise<AccountOutcome[]> {
    const wanted = wantedBy(operations);
    if (wanted.length === 0) return operations.map(() => REFUSED);
    return inTransaction(this.database, async (manager) => {
      const accounts = await this.quotas.lockAccounts(manager, wanted, this.clock.now());
      for (const account of accounts.values()) account.sweepLapsed();
      const outcomes = operations.map(({ accountId, operation }) =>
        operation === null ? REFUSED : outcomeOf(accounts.get(accountId)!, operation),
      );
      await this.quotas.save(manager, accounts.values());
      return outcomes;
    });
  }
}

function outcomeOf(account: AccountQuota, operation: Operation): AccountOutcome {
  const outcome = applyOperation(account, operation);
  return { outcome, limit: account.limit, remaining: account.remaining, resetAtSeconds: account.resetAtSeconds };
}

function wantedBy(operations: AccountOperation[]): Wanted[] {
  const byAccount = new Map<string, Wanted>();
  for (const { accountId, operation } of operations) {
    if (operation === null) continue;
    const wanted = byAccount.get(accountId) ?? { accountId, callIds: [], idemHashes: [] };
    byAccount.set(accountId, wanted);
    if (operation.kind === 'peek') continue;
    wanted.callIds.push(operation.callId);
    if ('facts' in operation && operation.facts.idemHash !== null) wanted.idemHashes.push(operation.facts.idemHash);
  }
  return [...byAccount.values()];
}
