import { DomainError } from '@precis/runtime/domain-error';
import { eventually } from '@precis/testing/eventually';
import { randomUUID } from 'node:crypto';
import { AUTO, SummarisationWorld, type UseCases, VIDEO } from '../testing/summarisation-world.js';
import { CreateJob } from './create-job.usecase.js';
import { GetJob } from './get-job.usecase.js';
import { JOB_KEPT_MS, JOB_LIFE_MS } from './job-life.rule.js';
import type { Job, NewJob } from './jobs.repository.js';
import { JobRunner } from './job-runner.js';

let world: SummarisationWorld;
beforeAll(async () => void (world = await SummarisationWorld.open()));
afterAll(() => world?.close());
beforeEach(() => world.empty());
/** Remaining work would store results that the next test must not find. */
afterEach(async () => {
  world.source.failure = undefined;
  await eventually('no job is left', async () => {
    await dueNow();
    await of(current).runner.execute();
    const [{ open }] = await world.database.query('SELECT count(*)::int AS open FROM jobs WHERE finished_at IS NULL');
    return open === 0;
  });
});

let current: UseCases;
const start = async (settings = {}): Promise<UseCases> => (current = await world.process(settings));
const dueNow = () => world.database.query(`UPDATE jobs SET due_at = now() WHERE state = 'queued'`);

const ANN = randomUUID();
const passing = () => new DomainError('unavailable', 'source_unavailable', 'YouTube is away.');
const wanted = (words: Partial<NewJob> = {}): NewJob => ({
  callId: randomUUID(),
  accountId: ANN,
  attempt: 1,
  videoId: VIDEO,
  parameters: AUTO,
  correlationId: 'request-1',
  ...words,
});
const of = ({ app }: UseCases) => ({
  create: app.get(CreateJob, { strict: false }),
  get: app.get(GetJob, { strict: false }),
  runner: app.get(JobRunner, { strict: false }),
});
const rowOf = async (callId: string) =>
  (await world.database.query('SELECT * FROM jobs WHERE call_id = $1', [callId]))[0];
/** Fires the timer until the job has ended, and makes delayed attempts due at once. */
const ended = (process: UseCases, { callId, accountId }: NewJob): Promise<Job> =>
  eventually('the job ends', async () => {
    await dueNow();
    await of(process).runner.execute();
    const job = await of(process).get.execute(callId, accountId);
    return job.finishedAt && job;
  });
const toldOfJobs = async () => (await world.told()).filter(({ job }) => job !== undefined);

describe('a job (SUM-13)', () => {
  it('is made while nobody waits, and leaves its event with the call to charge', async () => {
    const process = await start();
    const job = wanted();
    await expect(of(process).create.execute(job)).resolves.toMatchObject({ callId: job.callId, state: 'queued' });
    const done = await ended(process, job);
    expect(done).toMatchObject({ state: 'completed', errorCode: null, resultRef: expect.any(String) });
    const { title } = await process.getResult.execute(done.resultRef!);
    await expect(toldOfJobs()).resolves.toEqual([
      {
        type: 'summary-completed',
        key: ANN,
        resultRef: done.resultRef,
        videoId: VIDEO,
        engine: 'extractive',
        computeMs: expect.any(Number),
        job: { accountId: ANN, callId: job.callId, attempt: 1, title, summaryType: 'auto', durationSeconds: 60 },
      },
    ]);
  });

  it('leaves its event even when it finds a stored result', async () => {
    const process = await start();
    const [one, other] = [wanted(), wanted()];
    await of(process).create.execute(one);
    const { resultRef } = await ended(process, one);
    await of(process).create.execute(other);
    await expect(ended(process, other)).resolves.toMatchObject({ state: 'completed', resultRef });
    expect(world.engine.calls).toBe(1);
    expect((await toldOfJobs()).map(({ job }) => job!.callId)).toEqual([one.callId, other.callId]);
  });

  it('is created once per call, however often the call is named, and no other account can name it', async () => {
    const { create, get } = of(await start());
    const job = wanted();
    await Promise.all([1, 2, 3].map(() => create.execute(job)));
    const [{ count }] = await world.database.query('SELECT count(*)::int AS count FROM jobs');
    expect(count).toBe(1);
    await expect(create.execute({ ...job, attempt: 2 })).rejects.toMatchObject({ code: 'job_invalid' });
    await expect(create.execute({ ...job, accountId: randomUUID() })).rejects.toMatchObject({ code: 'job_invalid' });
    for (const [callId, accountId] of [
      [job.callId, randomUUID()],
      [randomUUID(), ANN],
      ["'; DROP TABLE jobs", ANN],
    ])
      await expect(get.execute(callId, accountId)).rejects.toMatchObject({ kind: 'not_found', code: 'job_not_found' });
  });

  it('fails immediately with a lasting refusal, with the code and message that a waiting caller would get', async () => {
    const process = await start();
    world.source.failure = new DomainError('not_found', 'video_private', 'This video is private.');
    const job = wanted();
    await of(process).create.execute(job);
    await expect(ended(process, job)).resolves.toMatchObject({
      state: 'failed',
      errorCode: 'video_private',
      errorMessage: 'This video is private.',
      resultRef: null,
    });
    await expect(toldOfJobs()).resolves.toEqual([
      {
        type: 'summary-failed',
        key: ANN,
        videoId: VIDEO,
        code: 'video_private',
        message: 'This video is private.',
        job: { accountId: ANN, callId: job.callId, attempt: 1, title: '', summaryType: '', durationSeconds: 0 },
      },
    ]);
    expect((await rowOf(job.callId)).tries).toBe(1);
  });

  it('is tried again later while the failure is temporary', async () => {
    const process = await start();
    world.source.failure = passing();
    const job = wanted();
    await of(process).create.execute(job);
    const again = await eventually('the first try fails', async () => {
      const row = await rowOf(job.callId);
      return row.state === 'queued' && row.tries === 1 && row;
    });
    expect(again.due_at.getTime()).toBeGreaterThan(Date.now());
    await expect(toldOfJobs()).resolves.toEqual([]);
    world.source.failure = undefined;
    await expect(ended(process, job)).resolves.toMatchObject({ state: 'completed' });
  });

  it('expires after 15 minutes with an error that names the expiry', async () => {
    const process = await start();
    world.source.failure = passing();
    const job = wanted();
    await of(process).create.execute(job);
    await eventually('the first try fails', async () => {
      const { state, tries } = await rowOf(job.callId);
      return state === 'queued' && tries === 1;
    });
    world.clock.pass(JOB_LIFE_MS);
    await expect(ended(process, job)).resolves.toMatchObject({ state: 'failed', errorCode: 'job_expired' });
  });

  it('keeps no prompt after its end, and is deleted before its account could be erased (DATA-13)', async () => {
    const process = await start();
    const job = wanted({ parameters: { length: 'auto', prompt: 'the canary' } });
    await of(process).create.execute(job);
    await ended(process, job);
    expect(JSON.stringify(await rowOf(job.callId))).not.toContain('canary');
    world.clock.pass(JOB_KEPT_MS - 1_000);
    await process.forgetExpired.execute();
    expect(await rowOf(job.callId)).toBeDefined();
    world.clock.pass(1_000);
    await process.forgetExpired.execute();
    expect(await rowOf(job.callId)).toBeUndefined();
  });
});

describe('jobs of several accounts', () => {
  it('of one account are at most 20 unfinished ones, however many ask at once; those of another one are not refused', async () => {
    const hold = Promise.withResolvers<void>();
    world.source.gate = hold.promise;
    const { create } = of(await start());
    const outcomes = await Promise.allSettled(Array.from({ length: 40 }, () => create.execute(wanted())));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { kind: 'exhausted', code: 'too_many_jobs', retryAfterSeconds: 10 },
    });
    await expect(create.execute(wanted({ accountId: randomUUID() }))).resolves.toMatchObject({ state: 'queued' });
    hold.resolve();
  });

  it('of one account do not delay those of another one', async () => {
    const process = await start({ JOB_CONCURRENCY: 1 });
    const { create, get, runner } = of(process);
    const hold = Promise.withResolvers<void>();
    world.source.gate = hold.promise;
    const greedy = [wanted(), wanted({ videoId: 'bbbbbbbbbbb' }), wanted({ videoId: 'ccccccccccc' })];
    for (const job of greedy) await create.execute(job);
    // A second process: the greedy account has one job in progress, so the newcomer goes first.
    const second = of(await start({ JOB_CONCURRENCY: 1 }));
    // Any of the three: the clock stands still, so none is the oldest, and on a busy machine all three exist before the first is taken.
    await eventually('one is in hand', async () => {
      const states = await Promise.all(greedy.map(async ({ callId }) => (await get.execute(callId, ANN)).state));
      return states.includes('running');
    });
    const late = wanted({ accountId: randomUUID(), videoId: 'ddddddddddd' });
    await world.database.query(
      `INSERT INTO jobs (call_id, account_id, attempt, video_id, parameters, correlation_id, state, due_at, created_at)
       VALUES ($1, $2, 1, $3, $4, 'c', 'queued', now(), $5)`,
      [late.callId, late.accountId, late.videoId, JSON.stringify(AUTO), world.clock.now()],
    );
    await second.runner.execute();
    expect((await get.execute(late.callId, late.accountId)).state).toBe('running');
    hold.resolve();
    for (const job of [...greedy, late])
      await eventually('all are done', async () => {
        await runner.execute();
        return (await get.execute(job.callId, job.accountId)).state === 'completed';
      });
  });

  it('are each taken once, by whichever of three processes', async () => {
    const processes = await Promise.all([1, 2, 3].map(() => start({ JOBS_PER_ACCOUNT: 100 })));
    const jobs = Array.from({ length: 30 }, (_, nr) => wanted({ videoId: `video${String(nr).padStart(6, '0')}` }));
    await Promise.all(jobs.map((job, nr) => of(processes[nr % 3]).create.execute(job)));
    for (const job of jobs) await ended(processes[0], job);
    const rows = await world.database.query('SELECT state, tries FROM jobs');
    expect(new Set(rows.map(({ state, tries }: { state: string; tries: number }) => `${state} ${tries}`))).toEqual(
      new Set(['completed 1']),
    );
    expect(await toldOfJobs()).toHaveLength(30);
  });
});

describe('a process that is working on a job', () => {
  /** A job that a process has begun and cannot finish yet. */
  async function inHand(process: UseCases) {
    const hold = Promise.withResolvers<void>();
    world.source.gate = hold.promise;
    const job = wanted();
    await of(process).create.execute(job);
    await eventually('it is in hand', async () => (await rowOf(job.callId)).state === 'running');
    return { job, hold };
  }

  it('that is killed leaves the job to another one when its lease is over, and the job ends once', async () => {
    const [killed, heir] = [await start(), await start()];
    const { job, hold } = await inHand(killed);
    await of(heir).runner.execute();
    expect((await rowOf(job.callId)).tries).toBe(1);
    await world.database.query(`UPDATE jobs SET held_until = now() - interval '1 s'`);
    await of(heir).runner.execute();
    expect((await rowOf(job.callId)).tries).toBe(2);
    hold.resolve();
    await expect(ended(heir, job)).resolves.toMatchObject({ state: 'completed' });
    await of(killed).runner.onModuleDestroy();
    await of(heir).runner.onModuleDestroy();
    expect(await toldOfJobs()).toHaveLength(1);
  });

  it('that lives keeps the job, however long it takes', async () => {
    const [living, other] = [await start(), await start()];
    const { job, hold } = await inHand(living);
    await world.database.query(`UPDATE jobs SET held_until = now() + interval '1 s'`);
    await of(living).runner.execute();
    const { held_until } = await rowOf(job.callId);
    expect(held_until.getTime()).toBeGreaterThan(Date.now() + 10_000);
    await of(other).runner.execute();
    expect((await rowOf(job.callId)).tries).toBe(1);
    hold.resolve();
    await ended(living, job);
  });

  it('that is stopped returns the job immediately, without counting a try', async () => {
    const stopping = await start();
    const { job, hold } = await inHand(stopping);
    await of(stopping).runner.onModuleDestroy();
    await expect(rowOf(job.callId)).resolves.toMatchObject({ state: 'queued', tries: 0 });
    await of(stopping).runner.execute();
    await expect(rowOf(job.callId)).resolves.toMatchObject({ state: 'queued' });
    hold.resolve();
    await expect(ended(await start(), job)).resolves.toMatchObject({ state: 'completed' });
  });

  it('leaves neither end nor event when its last transaction is cut off, and the next try makes both', async () => {
    await world.database.query(
      `CREATE FUNCTION cut_job() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'cut off'; END $$`,
    );
    const process = await start();
    const warm = wanted();
    await of(process).create.execute(warm);
    await ended(process, warm);
    await world.database.query('CREATE TRIGGER cut BEFORE INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION cut_job()');
    const job = wanted();
    await of(process).create.execute(job);
    await eventually('a try was cut off', async () => {
      const row = await rowOf(job.callId);
      return row.state === 'queued' && row.tries === 1;
    });
    expect((await toldOfJobs()).map((told) => told.job!.callId)).toEqual([warm.callId]);
    await world.database.query('DROP TRIGGER cut ON outbox');
    await expect(ended(process, job)).resolves.toMatchObject({ state: 'completed' });
    expect((await toldOfJobs()).map((told) => told.job!.callId)).toEqual([warm.callId, job.callId]);
  });
});
