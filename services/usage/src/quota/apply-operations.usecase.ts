import { Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { DataSource } from 'typeorm';
import { RecheckTimetable } from '../timetables/recheck-timetable.usecase.js';
import { type AccountOperation, type AccountOutcome, OperationBatch } from './operation-batch.js';
import { limitAt } from './quota-limit.rule.js';
import { isCallIdTaken } from './quota.repository.js';

const TRIES = 3;

/**
 * Applies a batch of metered-call operations in one transaction: killed before its commit nothing happened, after it a repeat of the same
 * operations answers what was decided (QUOTA-4; why: ADR 4). Before a call is refused as "exhausted", billing is asked for an upgrade
 * (QUOTA-9), which happens between two transactions.
 */
@Injectable()
export class ApplyOperations {
  constructor(
    private readonly database: DataSource,
    private readonly batch: OperationBatch,
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

  private decideOnce(operations: AccountOperation[]): Promise<AccountOutcome[]> {
    return inTransaction(this.database, (manager) => this.batch.decide(manager, operations));
  }
}

function isExhausted({ outcome }: AccountOutcome): boolean {
  return outcome.kind === 'exhausted';
}
