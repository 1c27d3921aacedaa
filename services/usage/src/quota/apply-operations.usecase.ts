import { Injectable } from '@nestjs/common';
import { Bulkhead, busy } from '@precis/runtime/bulkhead';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { isDatabaseAway } from '@precis/runtime/grpc-errors';
import { DataSource } from 'typeorm';
import { RecheckTimetable } from '../timetables/recheck-timetable.usecase.js';
import { type AccountOperation, type AccountOutcome, holdersIn, OperationBatch } from './operation-batch.js';
import { limitAt } from './quota-limit.rule.js';
import { isCallIdTaken } from './quota.repository.js';
import { usualPlaces, UsualOperations } from './usual-operations.repository.js';

const TRIES = 3;
/** Of the connections of the pool, so many may wait for accounts that others hold: one stuck account must not take all of them. */
const WAITING_AT_ONCE = 4;
const MOST_WAITING = 2_000;

/** Told of outcomes as soon as they are final and durable, each by its place in the batch. */
export type Told = (places: number[], outcomes: AccountOutcome[]) => void;

/**
 * Applies a batch of metered-call operations: killed before its commit nothing happened, after it a repeat of the same operations answers
 * what was decided (QUOTA-4; why: ADR 4). The usual ones are one statement (ADR 11); what is unusual, and an account that somebody else
 * holds, comes after it in a transaction of its own, so that no account waits for another. Before a call is refused as "exhausted",
 * billing is asked for an upgrade (QUOTA-9), which happens between two transactions.
 */
@Injectable()
export class ApplyOperations {
  private readonly turns = new Bulkhead({ atOnce: WAITING_AT_ONCE, waiting: MOST_WAITING, refusal: busy(1) });

  constructor(
    private readonly database: DataSource,
    private readonly batch: OperationBatch,
    private readonly clock: Clock,
    private readonly timetables: RecheckTimetable,
    private readonly usual: UsualOperations,
  ) {}

  /** Answers the outcomes in the order of the operations. When it rejects, what was told is decided all the same. */
  async execute(operations: AccountOperation[], told: Told = () => undefined): Promise<AccountOutcome[]> {
    const outcomes = Array<AccountOutcome | undefined>(operations.length).fill(undefined);
    const settle = (places: number[], decided: AccountOutcome[], isLast = false) => {
      places.forEach((place, index) => (outcomes[place] = decided[index]));
      const final = places.filter((place) => isLast || !isExhausted(outcomes[place]));
      if (final.length > 0)
        told(
          final,
          final.map((place) => outcomes[place]!),
        );
    };
    await this.decideUsual(operations, settle);
    const left = [...operations.keys()].filter((place) => outcomes[place] === undefined);
    if (left.length > 0) await this.turns.run(() => this.decideRest(operations, left, settle));
    const exhausted = [...operations.keys()].filter((place) => isExhausted(outcomes[place]));
    if (exhausted.length > 0) await this.askForUpgrades(operations, exhausted, outcomes as AccountOutcome[], settle);
    return outcomes as AccountOutcome[];
  }

  /** Leaves to the rule whatever it cannot decide; only a database that is away ends the batch. */
  private async decideUsual(operations: AccountOperation[], settle: Told): Promise<void> {
    const decide = async (places: number[], waits: boolean) => {
      const { decided, locked } = await this.usual.decide(this.database, operations, places, this.clock.now(), waits);
      settle([...decided.keys()], [...decided.values()]);
      return locked;
    };
    try {
      const places = usualPlaces(operations);
      const locked = places.length > 0 ? await decide(places, false) : [];
      if (locked.length > 0) await this.turns.run(() => decide(locked, true));
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
    }
  }

  /** By the rule, in one transaction; when that fails, each account in one of its own, so that none fails by another. */
  private async decideRest(operations: AccountOperation[], places: number[], settle: Told): Promise<void> {
    const alive = [...new Set(holdersIn(operations))];
    const decide = async (some: number[]) => {
      const own = some.map((place) => operations[place]);
      settle(some, await this.decide(own, alive));
    };
    try {
      await decide(places);
    } catch (error) {
      const accounts = Map.groupBy(places, (place) => operations[place].accountId);
      if (accounts.size === 1 || isDatabaseAway(error)) throw error;
      const ends = [];
      for (const own of accounts.values()) ends.push(...(await Promise.allSettled([decide(own)])));
      const failed = ends.find((end) => end.status === 'rejected');
      if (failed) throw failed.reason;
    }
  }

  /** A refusal has left no trace, so it may be decided once more. */
  private async askForUpgrades(
    operations: AccountOperation[],
    exhausted: number[],
    outcomes: AccountOutcome[],
    settle: (places: number[], decided: AccountOutcome[], isLast: boolean) => void,
  ): Promise<void> {
    const limits = new Map(exhausted.map((place) => [operations[place].accountId, outcomes[place].limit]));
    const moved = new Set<string>();
    const look = async ([accountId, limit]: [string, number]) => {
      const timetable = await this.timetables.execute(accountId);
      if (timetable && limitAt(timetable, this.clock.now()) !== limit) moved.add(accountId);
    };
    await Promise.all([...limits].map(look));
    const again = exhausted.filter((place) => moved.has(operations[place].accountId));
    const still = exhausted.filter((place) => !moved.has(operations[place].accountId));
    settle(
      still,
      still.map((place) => outcomes[place]),
      true,
    );
    if (again.length > 0) settle(again, await this.decide(again.map((place) => operations[place])), true);
  }

  private async decide(operations: AccountOperation[], alive: string[] = [], tries = TRIES): Promise<AccountOutcome[]> {
    try {
      return await inTransaction(this.database, (manager) => this.batch.decide(manager, operations, alive));
    } catch (error) {
      if (tries === 1 || !isCallIdTaken(error)) throw error;
      return this.decide(operations, alive, tries - 1);
    }
  }
}

function isExhausted(outcome: AccountOutcome | undefined): boolean {
  return outcome?.outcome.kind === 'exhausted';
}
