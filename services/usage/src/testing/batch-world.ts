import type { ReceivedEvent } from '@precis/events/inbox/event-handler';
import type { EVENTS } from '@precis/events/catalogue/events';
import type { SubscriptionChanged } from '@precis/proto/events/billing/v1/subscription';
import { BatchEnded } from '@precis/proto/events/usage/v1/batch';
import { inTransaction } from '@precis/runtime/database';
import { createLogger } from '@precis/runtime/logger';
import { Registry } from 'prom-client';
import { createHash, randomUUID } from 'node:crypto';
import { AbandonBatch } from '../batches/abandon-batch.usecase.js';
import { BatchItemsRepository } from '../batches/batch-items.repository.js';
import type { BatchWithItems, HeldItem, NewItem } from '../batches/batch.row.js';
import { BatchRunner } from '../batches/batch-runner.js';
import { BatchesRepository } from '../batches/batches.repository.js';
import { CancelBatch } from '../batches/cancel-batch.usecase.js';
import { BatchLimits, CreateBatch } from '../batches/create-batch.usecase.js';
import { BatchEnds } from '../batches/batch-ends.provider.js';
import { GetBatch } from '../batches/get-batch.usecase.js';
import { StartItem } from '../batches/start-item.usecase.js';
import { JobEndedConsumer } from '../quota/job-ended.consumer.js';
import type { Timetable } from '../quota/quota-limit.rule.js';
import { BillingTimetables } from '../timetables/billing-timetables.provider.js';
import { RecheckTimetable } from '../timetables/recheck-timetable.usecase.js';
import { TimetablesRepository } from '../timetables/timetables.repository.js';
import { QuotaWorld } from './quota-world.js';

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const silent = createLogger('test', 'silent');

/** Simulates the jobs of summarisation, which accepts each call once; a test ends them as their events do. */
export class AcceptedJobs {
  readonly open = new Map<string, { item: HeldItem; attempt: number }>();
  readonly accepted: string[] = [];
  refusal: Error | undefined;
  onAccepted: () => Promise<unknown> = async () => undefined;

  async create(item: HeldItem, attempt: number): Promise<void> {
    if (this.refusal) throw this.refusal;
    if (!this.accepted.includes(item.callId)) {
      this.accepted.push(item.callId);
      this.open.set(item.callId, { item, attempt });
    }
    await this.onAccepted();
  }
}

/** The states of accounts that auth answers. */
export class AccountStandings {
  readonly stopped = new Set<string>();
  isAway = false;

  async isStopped(accountId: string): Promise<boolean> {
    if (this.isAway) throw new Error('auth is away');
    return this.stopped.has(accountId);
  }
}

/** The timetables that billing answers; Free for an account that is not named. */
export class SoldTimetables {
  readonly sold = new Map<string, Timetable>();
  isAway = false;

  async timetableOf(accountId: string): Promise<SubscriptionChanged | undefined> {
    if (this.isAway) throw new Error('billing is away');
    const timetable = this.sold.get(accountId);
    if (!timetable) return undefined;
    const { freeVideosPerMonth, entries } = timetable;
    return { userId: accountId, version: 1, freeVideosPerMonth, timetable: entries };
  }
}

/** Batches on usage's own database, at a time that the test chooses, with jobs that end when the test says so. */
export class BatchWorld {
  readonly jobs = new AcceptedJobs();
  readonly accounts = new AccountStandings();
  readonly billing = new SoldTimetables();
  readonly items: BatchItemsRepository;
  readonly batches = new BatchesRepository();
  readonly get: GetBatch;
  readonly cancel: CancelBatch;
  readonly abandon: AbandonBatch;
  private readonly ends: BatchEnds;
  readonly consumer: JobEndedConsumer;
  private readonly recheck: RecheckTimetable;
  private monotonicMs = 0;

  /** Batches of a world that also has other calls; the owner of the world closes it. */
  constructor(readonly quota: QuotaWorld) {
    const { database, clock } = quota;
    this.items = new BatchItemsRepository(database);
    this.ends = new BatchEnds(this.batches, this.items, clock);
    this.get = new GetBatch(database, this.batches);
    this.cancel = new CancelBatch(database, this.batches, this.items, this.ends, quota.operations, this.get, clock);
    this.abandon = new AbandonBatch(database, this.batches, this.cancel, quota.operations, clock);
    this.consumer = new JobEndedConsumer(quota.endJobCall, this.ends, clock);
    // No question comes within the pause after a failed one.
    const nowMs = () => (this.monotonicMs += 2_000);
    const timetables = new BillingTimetables(this.billing, new TimetablesRepository(), silent, nowMs);
    this.recheck = new RecheckTimetable(timetables, database, silent);
  }

  static async open(): Promise<BatchWorld> {
    return new BatchWorld(await QuotaWorld.open());
  }

  /** Starts one more process; `items` may be a repository that stops it in the middle. */
  process(atOnce = 2, items: BatchItemsRepository = this.items): BatchRunner {
    const { database, clock, apply } = this.quota;
    // The clients are used for these calls only.
    const jobs = this.jobs as unknown as ConstructorParameters<typeof StartItem>[3];
    const accounts = this.accounts as unknown as ConstructorParameters<typeof StartItem>[4];
    const start = new StartItem(
      database,
      items,
      apply,
      jobs,
      accounts,
      this.recheck,
      this.ends,
      clock,
      silent,
      new Registry(),
    );
    return new BatchRunner(items, start, { ofAccount: atOnce }, clock, silent);
  }

  /** Creates a batch but does not work on it; the test starts a process for that. */
  async create(
    accountId: string,
    items: NewItem[],
    {
      key,
      body = 'body',
      limits = new BatchLimits(3, 100, 20_000),
      batchId = randomUUID(),
    }: { key?: string; body?: string; limits?: BatchLimits; batchId?: string } = {},
  ): Promise<Exclude<Awaited<ReturnType<CreateBatch['execute']>>, 'mismatch'>> {
    const { database, clock } = this.quota;
    const idle = { wake: () => undefined } as unknown as BatchRunner;
    const create = new CreateBatch(database, this.batches, this.items, this.ends, limits, idle, clock);
    const idemHash = key === undefined ? null : hash(key);
    const created = await create.execute({ batchId, accountId, idemHash, bodyHash: hash(body), client: 'curl', items });
    if (created === 'mismatch') throw new Error('mismatch');
    return created;
  }

  /** Ends jobs as the event runner does. A video id that begins with `no` has no captions. */
  async endJob(callId: string, resultRef: string = randomUUID()): Promise<void> {
    const job = this.jobs.open.get(callId);
    if (!job) throw new Error('no such job');
    const { accountId, videoId } = job.item;
    const call = { accountId, callId, attempt: job.attempt, title: 'T', summaryType: 'auto', durationSeconds: 1 };
    await inTransaction(this.quota.database, async (manager) => {
      if (videoId.startsWith('no')) {
        const message = { videoId, code: 'transcript_disabled', message: 'No captions.', job: call };
        await this.consumer.failed({ manager, message } as ReceivedEvent<typeof EVENTS.summaryFailed>);
      } else {
        const message = { resultRef, videoId, engine: 'x', computeMs: 1, job: call };
        await this.consumer.completed({ manager, message } as ReceivedEvent<typeof EVENTS.summaryCompleted>);
      }
    });
    // Only now: an event whose transaction was cut is delivered again.
    this.jobs.open.delete(callId);
  }

  async endJobs(): Promise<void> {
    for (const callId of [...this.jobs.open.keys()]) await this.endJob(callId);
  }

  /** Lets time pass, so that all waits and the leases of killed processes are over. */
  async later(): Promise<void> {
    await this.quota.database.query(`UPDATE batch_items SET due_at = now() - interval '1 s' WHERE state = 'waiting'`);
    await this.quota.database.query(
      `UPDATE batch_items SET held_until = now() - interval '1 s' WHERE held_until IS NOT NULL`,
    );
  }

  /** Works until the batch has ended. */
  async finish(batchId: string, accountId: string, process = this.process()): Promise<BatchWithItems> {
    for (let round = 0; round < 300; round++) {
      const batch = await this.get.execute(batchId, accountId);
      if (batch.finishedAt) return batch;
      await process.execute();
      await this.endJobs();
      await this.later();
    }
    throw new Error('the batch does not end');
  }

  /** The announced ends of a batch. */
  async told(batchId: string): Promise<BatchEnded[]> {
    const rows: { payload: Buffer }[] = await this.quota.database.query(
      `SELECT payload FROM outbox WHERE topic = 'usage.batch.v1' AND type = 'batch-ended'`,
    );
    return rows.map(({ payload }) => BatchEnded.decode(payload)).filter((one) => one.batchId === batchId);
  }

  close(): Promise<void> {
    return this.quota.close();
  }
}

/** Items that may begin; `ids` are their videos. */
export function goodItems(...ids: string[]): NewItem[] {
  const parameters = { summaryType: 'auto', customPrompt: 'canary prompt', language: '' };
  return ids.map((videoId) => ({ url: `https://youtu.be/${videoId}`, videoId, parameters }));
}

export function badItem(code = 'invalid_url'): NewItem {
  const parameters = { summaryType: 'auto', customPrompt: '', language: '' };
  return { url: 'nonsense', videoId: '', parameters, failure: { code, message: 'Please enter a valid YouTube URL' } };
}

/** `completed`, or the error code of an ended item, or its state. */
export const endsOf = ({ items }: BatchWithItems): string[] => items.map(({ state, errorCode }) => errorCode ?? state);
