import { Inject, Injectable } from '@nestjs/common';
import { Bulkhead, busy } from '@precis/runtime/bulkhead';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { LOGGER } from '@precis/runtime/foundation.module';
import { isDatabaseAway } from '@precis/runtime/grpc-errors';
import type { Logger } from '@precis/runtime/logger';
import { DataSource } from 'typeorm';
import { RecheckTimetable } from '../timetables/recheck-timetable.usecase.js';
import { type AccountOperation, type AccountOutcome, holdersIn, OperationBatch } from './operation-batch.js';
import { limitAt } from './quota-limit.rule.js';
import { isCallIdTaken } from './quota.repository.js';
import { usualPlaces, UsualOperations } from './usual-operations.repository.js';

const TRIES = 3;
/**
 * Limits of the transactions for locked accounts and for operations that the rule decides: a part of the pool's connections in all, and one at a time
 * per account. A stuck transaction takes one place, and only its own account's queue grows.
 */
const TURNS = { atOnce: 4, atOnceOfOne: 1, waiting: 5_000, waitingOfOne: 1_000, refusal: busy(1) };

/**
 * Called with outcomes as soon as they are final and durable, with their places in the batch. The first call has those that the statement decided,
 * perhaps none: after it, the batch waits only for others.
 */
export type Told = (places: number[], outcomes: AccountOutcome[]) => void;

/**
 * Applies a batch of metered-call operations. Before its commit a crash leaves nothing; after it, a repeat of the same operations returns the same
 * decisions (QUOTA-4; why: ADR 4). The usual operations are one statement (ADR 11). Unusual ones, and locked accounts, follow in separate
 * transactions, so that no account waits for another. Before a call is refused as "exhausted", billing is asked for an upgrade (QUOTA-9), between two
 * transactions.
 */
@Injectable()
export class ApplyOperations {
  private readonly turns = new Bulkhead(TURNS);

  constructor(
    private readonly database: DataSource,
    private readonly batch: OperationBatch,
    private readonly clock: Clock,
    private readonly timetables: RecheckTimetable,
    private readonly usual: UsualOperations,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Returns the outcomes in the order of the operations. When it rejects, the outcomes that `told` received are still final. */
  async execute(operations: AccountOperation[], told: Told = () => undefined): Promise<AccountOutcome[]> {
    const outcomes = Array<AccountOutcome | undefined>(operations.length).fill(undefined);
    const settle = (places: number[], decided: AccountOutcome[], isLast = false) => {
      places.forEach((place, index) => (outcomes[place] = decided[index]));
      const final = places.filter((place) => isLast || !isExhausted(outcomes[place]));
      told(
        final,
        final.map((place) => outcomes[place]!),
      );
    };
    const locked = await this.decideUsual(operations, settle);
    const isOpen = (place: number) => outcomes[place] === undefined;
    const open = [...operations.keys()].filter(isOpen);
    const left = open.filter((place) => !locked.includes(place));
    const askBilling = (places: number[]) => this.askForUpgrades(operations, places, outcomes, settle);
    const works = [
      askBilling([...operations.keys()].filter((place) => !isOpen(place))),
      left.length > 0 &&
        this.turns.run(() => this.decideRest(operations, left, settle)).finally(() => askBilling(left)),
      ...[...Map.groupBy(locked, (place) => operations[place].accountId)].map(async ([accountId, own]) => {
        await this.turns.run(() => this.decideLocked(operations, own, isOpen, settle), accountId);
        await askBilling(own);
      }),
    ];
    const failed = (await Promise.allSettled(works)).find((end) => end.status === 'rejected');
    if (failed) throw failed.reason;
    return outcomes as AccountOutcome[];
  }

  /**
   * Returns the places of locked accounts; those in `waited` are waited for. Any error except an unavailable database leaves the operations to the
   * rule.
   */
  private async decideUsual(operations: AccountOperation[], settle: Told, waited?: number[]): Promise<number[]> {
    const places = waited ?? usualPlaces(operations);
    const now = this.clock.now();
    try {
      if (places.length > 0) {
        const { decided, locked } = await this.usual.decide(
          this.database,
          operations,
          places,
          now,
          waited !== undefined,
        );
        settle([...decided.keys()], [...decided.values()]);
        return locked;
      }
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      if (!isCallIdTaken(error)) this.logger.warn({ err: error as Error }, 'a batch is left to the rule');
    }
    settle([], []);
    return [];
  }

  /** Waits for one locked account. */
  private async decideLocked(
    operations: AccountOperation[],
    own: number[],
    isOpen: (place: number) => boolean,
    settle: Told,
  ): Promise<void> {
    await this.decideUsual(operations, settle, own);
    const rest = own.filter(isOpen);
    if (rest.length > 0) await this.decideRest(operations, rest, settle);
  }

  /** Decides by the rule, in one transaction; when that fails, in one transaction per account, so that no account fails because of another. */
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
      if (accounts.size === 1 || (isDatabaseAway(error) && !isWaitedTooLong(error))) throw error;
      const ends = [];
      for (const own of accounts.values()) ends.push(...(await Promise.allSettled([decide(own)])));
      const failed = ends.find((end) => end.status === 'rejected');
      if (failed) throw failed.reason;
    }
  }

  /** Checks exhausted operations for an upgrade. A refusal has left no trace, so it may be decided again. */
  private async askForUpgrades(
    operations: AccountOperation[],
    places: number[],
    outcomes: (AccountOutcome | undefined)[],
    settle: (places: number[], decided: AccountOutcome[], isLast: boolean) => void,
  ): Promise<void> {
    const exhausted = places.filter((place) => isExhausted(outcomes[place]));
    if (exhausted.length === 0) return;
    const limits = new Map(exhausted.map((place) => [operations[place].accountId, outcomes[place]!.limit]));
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
      still.map((place) => outcomes[place]!),
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

/** Whether a statement was cancelled while it waited (57014), or a lock timed out (55P03): the cause is one account, not the database. */
function isWaitedTooLong(error: unknown): boolean {
  return ['57014', '55P03'].includes(String((error as { code?: unknown }).code));
}

function isExhausted(outcome: AccountOutcome | undefined): boolean {
  return outcome?.outcome.kind === 'exhausted';
}
