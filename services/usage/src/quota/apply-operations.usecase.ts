import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { LOGGER } from '@precis/runtime/foundation.module';
import { isDatabaseAway } from '@precis/runtime/grpc-errors';
import type { Logger } from '@precis/runtime/logger';
import { isLockTimeout } from '@precis/runtime/transient-conflict';
import { DataSource } from 'typeorm';
import { RecheckTimetable } from '../timetables/recheck-timetable.usecase.js';
import { AccountTurns } from './account-turns.js';
import { type AccountOperation, type AccountOutcome, holdersIn, OperationBatch } from './operation-batch.js';
import { limitAt } from './quota-limit.rule.js';
import { isCallIdTaken } from './quota.repository.js';
import { type LockWait, UsualOperations, type UsualOutcomes, usualPlaces } from './usual-operations.repository.js';

const TRIES = 3;

/**
 * A callback for outcomes that are final and durable, each with its place in the batch; there may be none. After the first call with `passes` the
 * sender may send its next batch, because the rest of this batch waits only for accounts that are locked for long, or for billing.
 */
export type OnDecided = (places: number[], outcomes: AccountOutcome[], passes: boolean) => void;

const NOTHING: UsualOutcomes = { decided: new Map(), locked: [] };

/**
 * Applies a batch of metered-call operations. Before its commit a crash leaves nothing; after it, a repeat of the same operations returns the same
 * decisions (QUOTA-4; why: ADR 4). The usual operations are one statement for accounts that are free, and a second one for accounts that other batches
 * have locked (ADR 11). An account with an unusual operation, or one that stays locked, follows in a transaction of its own, so that no account waits
 * long for another or fails because of it. Before a call is refused for lack of quota, and before a peek shows that nothing remains, billing is asked
 * for an upgrade (QUOTA-9), between two transactions.
 */
@Injectable()
export class ApplyOperations {
  private readonly turns = new AccountTurns();
  /** How many statements in progress name each account. Most of these accounts are locked, so a statement that skips locked ones would leave them out. */
  private readonly deciding = new Map<string, number>();

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
    const settle = (decided: Map<number, AccountOutcome>, { isLast = false, passes = true } = {}) => {
      for (const [place, outcome] of decided) outcomes[place] = outcome;
      const final = [...decided.keys()].filter((place) => isLast || !lacksQuota(outcomes[place]));
      onDecided(
        final,
        final.map((place) => outcomes[place]!),
        passes,
      );
    };
    const alive = [...new Set(holdersIn(operations))];
    const { locked, held } = await this.decideTogether(operations, settle);
    const isOpen = (place: number) => outcomes[place] === undefined;
    const byAccount = Map.groupBy(operations.keys(), (place) => operations[place].accountId);
    const works = [...byAccount].map(async ([accountId, own]) => {
      const open = own.filter(isOpen);
      const decideOpen = async () => {
        const waited = open.filter((place) => locked.has(place));
        if (waited.length > 0) settle((await this.decideUsual(operations, waited, 'long')).decided);
        const rest = open.filter(isOpen);
        if (rest.length > 0) settle(await this.decide(operations, rest, alive));
      };
      const stuck = open.some((place) => held.has(place));
      if (open.length > 0) await this.turns.run(accountId, decideOpen, { stuck });
      await this.askForUpgrade(operations, accountId, own, outcomes, settle);
    });
    const failed = (await Promise.allSettled(works)).find((end) => end.status === 'rejected');
    if (failed) throw failed.reason;
    return outcomes as AccountOutcome[];
  }

  /**
   * Decides the usual operations: those of free accounts, and then together those of accounts that other batches have locked. Returns the places whose
   * accounts are `locked` still, and those of them that were also `held` during a wait for others.
   */
  private async decideTogether(
    operations: AccountOperation[],
    settle: (decided: UsualOutcomes['decided'], how: { passes: boolean }) => void,
  ): Promise<{ locked: Set<number>; held: Set<number> }> {
    const accountOf = (place: number) => operations[place].accountId;
    const [open, taken] = [[] as number[], [] as number[]];
    for (const place of usualPlaces(operations)) (this.deciding.has(accountOf(place)) ? taken : open).push(place);
    const free = await this.decideUsual(operations, open, 'skips');
    const [stuck, brief] = [[] as number[], [] as number[]];
    for (const place of [...free.locked, ...taken]) (this.turns.isStuck(accountOf(place)) ? stuck : brief).push(place);
    if (open.length > 0 || brief.length === 0) settle(free.decided, { passes: brief.length === 0 });
    if (brief.length === 0) return { locked: new Set(stuck), held: new Set() };
    const late = await this.decideUsual(operations, brief, 'brief');
    settle(late.decided, { passes: true });
    return { locked: new Set([...stuck, ...late.locked]), held: new Set(late.locked) };
  }

  /** Decides operations by the statement. After any error except an unavailable database, they are left to apply-operation.rule.ts. */
  private async decideUsual(operations: AccountOperation[], places: number[], wait: LockWait): Promise<UsualOutcomes> {
    if (places.length === 0) return NOTHING;
    const accounts = new Set(places.map((place) => operations[place].accountId));
    for (const account of accounts) this.deciding.set(account, (this.deciding.get(account) ?? 0) + 1);
    try {
      return await this.usual.decide(this.database, operations, places, this.clock.now(), wait);
    } catch (error) {
      // One account is held for long. The others are free by now, or soon.
      if (wait === 'brief' && isLockTimeout(error)) return this.decideUsual(operations, places, 'skips');
      if (isDatabaseAway(error)) throw error;
      if (!isCallIdTaken(error))
        this.logger.warn(
          { err: error as Error },
          'decide_calls failed: the batch is decided by apply-operation.rule.ts',
        );
      return NOTHING;
    } finally {
      for (const account of accounts) {
        const left = this.deciding.get(account)! - 1;
        if (left > 0) this.deciding.set(account, left);
        else this.deciding.delete(account);
      }
    }
  }

  /** Checks an account without remaining quota for an upgrade. A refusal or a peek changes no row, so it may be decided again. */
  private async askForUpgrade(
    operations: AccountOperation[],
    accountId: string,
    places: number[],
    outcomes: (AccountOutcome | undefined)[],
    settle: (decided: UsualOutcomes['decided'], how: { isLast: boolean }) => void,
  ): Promise<void> {
    const lacking = places.filter((place) => lacksQuota(outcomes[place]));
    if (lacking.length === 0) return;
    const refusals = lacking.map((place) => outcomes[place]!);
    const isLook = refusals.every(({ outcome }) => outcome.kind === 'peeked');
    const timetable = await this.timetables.execute(accountId, isLook ? 'look' : 'refusal');
    const isUpgraded = timetable && limitAt(timetable, this.clock.now()) !== refusals[0].limit;
    const decided = isUpgraded
      ? await this.decide(operations, lacking)
      : new Map(lacking.map((place, index) => [place, refusals[index]]));
    settle(decided, { isLast: true });
  }

  /** Decides the operations at `places` by apply-operation.rule.ts, in one transaction. */
  private async decide(
    operations: AccountOperation[],
    places: number[],
    alive: string[] = [],
    tries = TRIES,
  ): Promise<UsualOutcomes['decided']> {
    const own = places.map((place) => operations[place]);
    try {
      const outcomes = await inTransaction(this.database, (manager) => this.batch.decide(manager, own, alive));
      return new Map(places.map((place, index) => [place, outcomes[index]]));
    } catch (error) {
      if (tries === 1 || !isCallIdTaken(error)) throw error;
      return this.decide(operations, places, alive, tries - 1);
    }
  }
}

/** Whether an upgrade could change the outcome: a refusal for lack of quota, or a peek that shows no remaining videos. */
function lacksQuota(decided: AccountOutcome | undefined): boolean {
  if (!decided) return false;
  const { outcome, remaining } = decided;
  return outcome.kind === 'exhausted' || outcome.kind === 'in_use' || (outcome.kind === 'peeked' && remaining === 0);
}
