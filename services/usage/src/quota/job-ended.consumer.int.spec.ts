import type { ReceivedEvent } from '@precis/events/inbox/event-handler';
import type { EVENTS } from '@precis/events/catalogue/events';
import type { JobCall } from '@precis/proto/events/summarisation/v1/summary';
import { JobEnded } from '@precis/proto/events/usage/v1/job';
import { inTransaction } from '@precis/runtime/database';
import { randomUUID } from 'node:crypto';
import { BatchWorld, goodItems } from '../testing/batch-world.js';
import { release, reserve } from '../testing/quota-world.js';
import { EndJobCall } from './end-job-call.usecase.js';

let world: BatchWorld;
beforeAll(async () => void (world = await BatchWorld.open()));
afterAll(() => world?.close());

async function accepted(): Promise<JobCall> {
  const [accountId, callId] = [randomUUID(), randomUUID()];
  await world.quota.one(accountId, { ...reserve(callId), mode: 'job' });
  return { accountId, callId, attempt: 1, title: 'T', summaryType: 'auto', durationSeconds: 1 };
}

const completed = (job: JobCall) =>
  inTransaction(world.quota.database, (manager) => {
    const message = { resultRef: randomUUID(), videoId: 'v', engine: 'x', computeMs: 1, job };
    return world.consumer.completed({ manager, message } as ReceivedEvent<typeof EVENTS.summaryCompleted>);
  });
const failed = (job: JobCall) =>
  inTransaction(world.quota.database, (manager) => {
    const message = { videoId: 'v', code: 'transcript_disabled', message: 'No captions.', job };
    return world.consumer.failed({ manager, message } as ReceivedEvent<typeof EVENTS.summaryFailed>);
  });
async function told({ accountId }: { accountId: string }): Promise<JobEnded[]> {
  const rows: { payload: Buffer }[] = await world.quota.database.query(
    `SELECT payload FROM outbox WHERE type = 'job-ended' AND topic = 'usage.job.v1' AND key = $1`,
    [accountId],
  );
  return rows.map(({ payload }) => JobEnded.decode(payload));
}

describe('the end of a job is announced according to its call (HOOK-2)', () => {
  it('charged: completed', async () => {
    const job = await accepted();
    await completed(job);
    expect(await told(job)).toEqual([{ userId: job.accountId, jobId: job.callId, isCompleted: true, code: '' }]);
  });

  it('failed: with its code', async () => {
    const job = await accepted();
    await failed(job);
    expect(await told(job)).toMatchObject([{ isCompleted: false, code: 'transcript_disabled' }]);
  });

  it('failed: not before its unit is released, so after a broken release the event comes again', async () => {
    const job = await accepted();
    const broken = jest.spyOn(EndJobCall.prototype, 'execute').mockRejectedValueOnce(new Error('connection lost'));
    await expect(failed(job)).rejects.toThrow('connection lost');
    broken.mockRestore();
    expect(await told(job)).toEqual([]);
    await failed(job);
    expect(await told(job)).toMatchObject([{ isCompleted: false, code: 'transcript_disabled' }]);
    expect(await world.quota.counters(job.accountId)).toEqual({ used: 0, reserved: 0 });
  });

  it('cancelled or released before its summary came: like the state of the job, and never completed', async () => {
    const job = await accepted();
    await world.quota.one(job.accountId, release(job.callId));
    await completed(job);
    expect(await told(job)).toMatchObject([{ isCompleted: false, code: 'quota_released' }]);
    expect(await world.quota.counters(job.accountId)).toEqual({ used: 0, reserved: 0 });
  });

  it('with the charge, or not at all', async () => {
    const job = await accepted();
    const broken = inTransaction(world.quota.database, async (manager) => {
      const message = { resultRef: randomUUID(), videoId: 'v', engine: 'x', computeMs: 1, job };
      await world.consumer.completed({ manager, message } as ReceivedEvent<typeof EVENTS.summaryCompleted>);
      throw new Error('killed');
    });
    await expect(broken).rejects.toThrow('killed');
    expect(await told(job)).toEqual([]);
    expect(await world.quota.counters(job.accountId)).toEqual({ used: 0, reserved: 1 });
  });

  it('of an item of a batch: never, also when the item has ended before', async () => {
    const ann = randomUUID();
    const { batch } = await world.create(ann, goodItems('one', 'no-captions'));
    await world.process().execute();
    const jobs = [...world.jobs.open.values()].map(({ item, attempt }) => ({
      ...{ accountId: ann, callId: item.callId, attempt },
      ...{ title: 'T', summaryType: 'auto', durationSeconds: 1 },
    }));
    expect(jobs).toHaveLength(2);
    await world.endJobs();
    for (const job of jobs) await completed(job);
    expect(await told({ accountId: ann })).toEqual([]);
    expect(await world.told(batch.batchId)).toHaveLength(1);
  });
});
