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
 * Limits for two kinds of transactions, each of one account: those for locked accounts, and those for operations that apply-operation.rule.ts
 * decides. All together use at most a part of the pool's connections, and an account has one at a time. So a stuck transaction takes one place, and
 * delays only its own account.
 */
const TURNS = { atOnce: 4, atOnceOfOne: 1, waiting: 5_000, waitingOfOne: 1_000, refusal: busy(1) };

/**
 * A callback for outcomes that are final and durable, each with its place in the batch. Its first call has the outcomes that the statement decided,
 * perhaps none. After that call the sender may send its next batch, because the rest of this batch waits only for locks or for billing.
 */
export type OnDecided = (places: number[], outcomes: AccountOutcome[]) => void;

/**
 * Applies a batch of metered-call operations. Before its commit a crash leaves nothing; after it, a repeat of the same operations returns the same
 * decisions (QUOTA-4; why: ADR 4). The usual operations are one statement (ADR 11). An account with an unusual operation, or one that is locked,
 * follows in a transaction of its own, so that no account waits for another or fails because of it. Before a call is refused for lack of quota, and
 * before a peek shows that nothing remains, billing is asked for an upgrade (QUOTA-9), between two transactions.
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

  /** Returns the outcomes in the order of the operations. When it rejects, the outcomes that `onDecided` received are still final. */
  async execute(operations: AccountOperation[], onDecided: OnDecided = () => undefined): Promise<AccountOutcome[]> {
    const outcomes = Array<AccountOutcome | undefined>(operations.length).fill(undefined);
    const settle = (places: number[], decided: AccountOutcome[], isLast = false) => {
      places.forEach((place, index) => (outcomes[place] = decided[index]));
      const final = places.filter((place) => isLast || !lacksQuota(outcomes[place]));
      onDecided(
        final,
        final.map((place) => outcomes[place]!),
      );
    };
    const alive = [...new Set(holdersIn(operations))];
    const locked = new Set(await this.decideUsual(operations, settle));
    const isOpen = (place: number) => outcomes[place] === undefined;
    const byAccount = Map.groupBy(operations.keys(), (place) => operations[place].accountId);
    const works = [...byAccount].map(async ([accountId, own]) => {
      const open = own.filter(isOpen);
      const decideOpen = async () => {
        const waited = open.filter((place) => locked.has(place));
        if (waited.length > 0) await this.decideUsual(operations, settle, waited);
        const rest = open.filter(isOpen);
        if (rest.length > 0)
          settle(
            rest,
            await this.decide(
              rest.map((place) => operations[place]),
              alive,
            ),
          );
      };
      if (open.length > 0) await this.turns.run(decideOpen, accountId);
      await this.askForUpgrade(operations, accountId, own, outcomes, settle);
    });
    const failed = (await Promise.allSettled(works)).find((end) => end.status === 'rejected');
    if (failed) throw failed.reason;
    return outcomes as AccountOutcome[];
  }

  /**
   * Decides the usual operations by the statement. Returns the places whose accounts are locked; with `waited`, it waits for the locks of these
   * places. After any error except an unavailable database, the operations are decided by apply-operation.rule.ts.
   */
  private async decideUsual(operations: AccountOperation[], settle: OnDecided, waited?: number[]): Promise<number[]> {
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
      if (!isCallIdTaken(error))
        this.logger.warn(
          { err: error as Error },
          'decide_calls failed: the batch is decided by apply-operation.rule.ts',
        );
    }
    settle([], []);
    return [];
  }

  /** Checks an account without remaining quota for an upgrade. A refusal or a peek changes no row, so it may be decided again. */
  private async askForUpgrade(
    operations: AccountOperation[],
    accountId: string,
    places: number[],
    outcomes: (AccountOutcome | undefined)[],
    settle: (places: number[], decided: AccountOutcome[], isLast: boolean) => void,
  ): Promise<void> {
    const lacking = places.filter((place) => lacksQuota(outcomes[place]));
    if (lacking.length === 0) return;
    const refusals = lacking.map((place) => outcomes[place]!);
    const isLook = refusals.every(({ outcome }) => outcome.kind === 'peeked');
    const timetable = await this.timetables.execute(accountId, isLook ? 'look' : 'refusal');
    const isUpgraded = timetable && limitAt(timetable, this.clock.now()) !== refusals[0].limit;
    const decided = isUpgraded ? await this.decide(lacking.map((place) => operations[place])) : refusals;
    settle(lacking, decided, true);
  }

  /** Decides by apply-operation.rule.ts, in one transaction. */
  private async decide(operations: AccountOperation[], alive: string[] = [], tries = TRIES): Promise<AccountOutcome[]> {
    try {
      return await inTransaction(this.database, (manager) => this.batch.decide(manager, operations, alive));
    } catch (error) {
      if (tries === 1 || !isCallIdTaken(error)) throw error;
      return this.decide(operations, alive, tries - 1);
    }
  }
}

/** Whether an upgrade could change the outcome: a refusal for lack of quota, or a peek that shows no remaining videos. */
function lacksQuota(decided: AccountOutcome | undefined): boolean {
  if (!decided) return false;
  const { outcome, remaining } = decided;
  return outcome.kind === 'exhausted' || outcome.kind === 'in_use' || (outcome.kind === 'peeked' && remaining === 0);
}
