import { Bulkhead, busy } from '@precis/runtime/bulkhead';
import { DomainError } from '@precis/runtime/domain-error';
import { type CallCost, HourlyBudget } from '@precis/runtime/hourly-budget';
import type { Logger } from '@precis/runtime/logger';
import { pause } from '@precis/runtime/pause';
import { CutOff } from '@precis/runtime/threads/thread-tasks';
import { WorkerPool } from '@precis/runtime/threads/worker-pool';
import type { LargeBodyRead, LargeBodyToRead } from '../body.worker.js';
import { HttpProblem } from './http-problem.js';
import { RememberedRefusals } from './remembered-refusals.js';
import { BODY_LIMIT_BYTES } from './route-policy.js';

/** What a large body was found to be. */
export interface LargeBody {
  /** The fields that its route's schema names. */
  fields: object;
  /** SHA-256 of the transcript in it, in hexadecimal; '' without one. */
  transcriptSha256: string;
  /** When its reading began, by performance.now(): the time of its call counts from there. */
  begunMs: number;
  /** What it has cost so far; its account bears it unless it is charged. */
  cost: CallCost;
  /** Whether something was made of it, so that it is known whether it is charged. */
  isCarried: boolean;
}

const FILE = new URL('../body.worker.js', import.meta.url);
const READING_MB = 128;
/** Of CPU time: 5 MB of the worst shape that may be read take a tenth. */
const READING_LIMIT_MS = 5_000;
/** To receive a body and to hand it on, beside what the thread takes: most of it is the collection of what was copied on the way. */
const MS_PER_MB = 20;
/** Of all bodies of accounts that have lost something within the hour one begins in so long: together they never have more than a part of this loop. */
const SPACING_MS = 1_000;
const LONGEST_WAIT_MS = 20_000;
const AT_ONCE_OF_ONE = 2;
/** Of one account, and of all. The last ones are for accounts that come when others have filled theirs. */
const WAITING = { waiting: 48, waitingOfOne: 4, refusal: busy(5), refusalOfOne: tooManyAtOnce };

/**
 * Bodies of more than 100 kB (LIMIT-13): they are understood in a thread, since on the event loop each would hold up all calls; few of them go on at
 * once, of one account two; and what is not charged counts against an hour's budget of its account, which is seen before a byte is received.
 */
export class LargeBodies {
  private readonly budget: HourlyBudget;
  private readonly threads: WorkerPool;
  private readonly reading = new Bulkhead({ atOnce: 2, atOnceOfOne: 1, ...WAITING });
  private readonly carrying = new Bulkhead({ atOnce: 6, atOnceOfOne: AT_ONCE_OF_ONE, ...WAITING });
  private readonly spaced = new Bulkhead({ atOnce: 1, ...WAITING });
  /** Else 5 MB would be received and sent on each time, only to be refused there. */
  private readonly refused = new RememberedRefusals('computing_budget_spent');

  /** `secondsPerHour`: of a processor, for each account. */
  constructor(secondsPerHour: number, logger: Logger) {
    this.budget = new HourlyBudget(secondsPerHour, budgetSpent);
    this.threads = new WorkerPool({
      file: FILE,
      threads: 1,
      memoryMb: READING_MB,
      maxWaiting: 10,
      refusal: busy(5),
      logger,
    });
  }

  /**
   * Before a body is received. Throws 429 `uncharged_work_spent` while the account has used up its hour here, and `computing_budget_spent` while it has at summarisation. While some of the hour is used up its bodies come one after the other, in turn with those of others of whom that is so.
   */
  async admit(account: string): Promise<void> {
    this.refuseSpent(account);
    if (!this.budget.hasLost(account)) return;
    const turn = Promise.withResolvers<void>();
    const begin = () => {
      turn.resolve();
      return pause(SPACING_MS);
    };
    this.spaced.run(begin, account, AbortSignal.timeout(LONGEST_WAIT_MS)).catch(turn.reject);
    await turn.promise;
    this.refuseSpent(account);
  }

  private refuseSpent(account: string): void {
    this.budget.admit(account);
    this.refused.check(account);
  }

  /** Throws what parseJson and parseFields throw, 429 when the account has enough under way, and 503. */
  async read(raw: Buffer, schema: LargeBodyToRead['schema'], account: string): Promise<LargeBody> {
    const begunMs = performance.now();
    const cost = this.budget.callOf(account);
    cost.add((raw.length / 1_000_000) * MS_PER_MB);
    try {
      this.refuseSpent(account);
      const signal = AbortSignal.timeout(LONGEST_WAIT_MS);
      const read = await this.reading.run(() => this.parse(raw, schema, signal, cost), account, signal);
      if ('problem' in read) throw new HttpProblem(...read.problem);
      const { fields, kind, transcript, transcriptSha256 } = read;
      const withTranscript = kind && { transcript: { $case: kind, value: transcript } };
      return { fields: { ...fields, ...withTranscript }, transcriptSha256, begunMs, cost, isCarried: false };
    } catch (error) {
      cost.lose();
      throw error;
    }
  }

  /** Works on a body that was read, in its turn; what ends without a charge, as `isCharged` says, counts against its account. */
  async carry<T>(
    account: string,
    body: LargeBody,
    isCharged: (done: T) => boolean,
    work: () => Promise<T>,
  ): Promise<T> {
    const { cost } = body;
    body.isCarried = true;
    try {
      const done = await this.carrying.run(work, account, AbortSignal.timeout(LONGEST_WAIT_MS));
      if (!isCharged(done)) cost.lose();
      return done;
    } catch (error) {
      cost.lose();
      this.refused.note(account, error);
      throw error;
    }
  }

  /** At the end of its call: of one that was read and then carried nowhere, as with a bad header or for a job, its length is charged to nobody. */
  settle({ isCarried, cost }: LargeBody): void {
    if (!isCarried) cost.lose();
  }

  /** Its sender broke off: whatever of it had come was received for nothing. */
  brokenOff(account: string, receivedBytes: number): void {
    if (receivedBytes > BODY_LIMIT_BYTES) this.budget.spend(account, (receivedBytes / 1_000_000) * MS_PER_MB);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.threads.close();
  }

  private async parse(
    raw: Buffer,
    schema: LargeBodyToRead['schema'],
    signal: AbortSignal,
    cost: CallCost,
  ): Promise<LargeBodyRead> {
    // Given away with all that it is a view of, which body-intake.ts allocated for it alone: each copy of 5 MB hurries the next collection of garbage.
    const bytes = new Uint8Array(raw.buffer as ArrayBuffer, raw.byteOffset, raw.length);
    const task = { task: 'readBody', input: { bytes, schema }, transfer: [bytes.buffer], signal };
    try {
      return await this.threads.run<LargeBodyRead>({
        ...task,
        deadlineMs: READING_LIMIT_MS,
        spent: (ms) => cost.add(ms),
      });
    } catch (error) {
      if (error instanceof CutOff) cost.add(Math.max(1_000, error.ranMs));
      throw error instanceof DomainError ? error : busy(5)();
    }
  }
}

function budgetSpent(limit: number, retryAfterSeconds: number): DomainError {
  const message = 'Too many long requests of the last hour ended without a summary. Please try again later.';
  return new DomainError('exhausted', 'uncharged_work_spent', message, { limit: Math.ceil(limit), retryAfterSeconds });
}

function tooManyAtOnce(): DomainError {
  const message = 'Too many long requests at once. Please wait for those that are being worked on.';
  return new DomainError('exhausted', 'too_many_at_once', message, { limit: AT_ONCE_OF_ONE, retryAfterSeconds: 2 });
}
