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

/** The parsed content of a large body. */
export interface LargeBody {
  /** The fields that its route's schema names. */
  fields: object;
  /** SHA-256 of its transcript, in hexadecimal; '' without one. */
  transcriptSha256: string;
  /** When reading it began, by performance.now(). The time limit of its call starts there. */
  begunMs: number;
  /** Its cost so far. It counts against the account unless the call is charged. */
  cost: CallCost;
  /** Whether the body was passed on to work that knows whether it is charged. */
  isCarried: boolean;
}

const FILE = new URL('../body.worker.js', import.meta.url);
const READING_MB = 128;
/** A limit of CPU time. The worst allowed body of 5 MB takes a tenth of it. */
const READING_LIMIT_MS = 5_000;
/** The cost of receiving a body and passing it on, on top of the thread's time. Most of it is garbage collection of copied bytes. */
const MS_PER_MB = 20;
/**
 * Bodies of accounts with uncharged cost in the last hour start one by one at this interval, so that together they use only a part of the event loop.
 */
const SPACING_MS = 1_000;
const LONGEST_WAIT_MS = 20_000;
const AT_ONCE_OF_ONE = 2;
/** Limits of waiting bodies, for one account and for all. The last places stay free for other accounts when some have filled theirs. */
const WAITING = { waiting: 48, waitingOfOne: 4, refusal: busy(5), refusalOfOne: tooManyAtOnce };

/**
 * Limits bodies of more than 100 kB (LIMIT-13). A thread parses them, because on the event loop each would delay all calls. Only a few run at the
 * same time, two per account. The cost of uncharged calls counts against an hourly budget of the account. The budget is checked before the body is
 * received, or, for a body without a declared length, when 100 kB have come.
 */
export class LargeBodies {
  private readonly budget: HourlyBudget;
  private readonly threads: WorkerPool;
  private readonly reading = new Bulkhead({ atOnce: 2, atOnceOfOne: 1, ...WAITING });
  private readonly carrying = new Bulkhead({ atOnce: 6, atOnceOfOne: AT_ONCE_OF_ONE, ...WAITING });
  private readonly spaced = new Bulkhead({ atOnce: 1, ...WAITING });
  /** Remembers refusals of summarisation. Otherwise 5 MB would be received and passed on each time, only to be refused. */
  private readonly refused = new RememberedRefusals('computing_budget_spent');

  /** `secondsPerHour` is CPU time per account. */
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
   * Must be called before a body is received; for a body without a declared length, when more than 100 kB have come. Throws 429
   * `uncharged_work_spent` when the account's hourly budget here is used up, and `computing_budget_spent` when that of summarisation is. Once some of
   * the budget is used, the account's bodies start one by one, in turn with those of other such accounts.
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

  /**
   * Throws what parseJson and parseFields throw; 429 `uncharged_work_spent` or `computing_budget_spent` when a budget is used up; 429
   * `too_many_at_once` when the account has too many bodies in progress; 503 `busy` when all accounts together have too many.
   */
  async read(raw: Buffer, schema: LargeBodyToRead['schema'], account: string): Promise<LargeBody> {
    const begunMs = performance.now();
    const cost = this.budget.newCallCost(account);
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
      cost.countUncharged();
      throw error;
    }
  }

  /**
   * Runs the work on a body that was read, when its turn comes. The cost counts against the account when `isCharged` returns false or the work fails.
   */
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
      if (!isCharged(done)) cost.countUncharged();
      return done;
    } catch (error) {
      cost.countUncharged();
      this.refused.note(account, error);
      throw error;
    }
  }

  /** Called at the end of the call. The cost of a body that was passed to no work, as with a bad header or for a job, counts against the account. */
  settle({ isCarried, cost }: LargeBody): void {
    if (!isCarried) cost.countUncharged();
  }

  /** Called when the sender disconnected early. The received bytes count against the account. */
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
    // The thread receives the whole buffer, which body-reading.ts allocated for this body alone. A copy of 5 MB would trigger the next garbage
    // collection sooner.
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
  const message = 'Too many of your long requests in the last hour ended without a summary. Please try again later.';
  return new DomainError('exhausted', 'uncharged_work_spent', message, { limit: Math.ceil(limit), retryAfterSeconds });
}

function tooManyAtOnce(): DomainError {
  const message = 'Too many long requests at once. Please wait until the running ones have finished.';
  return new DomainError('exhausted', 'too_many_at_once', message, { limit: AT_ONCE_OF_ONE, retryAfterSeconds: 2 });
}
