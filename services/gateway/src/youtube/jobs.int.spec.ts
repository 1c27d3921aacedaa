import { JobState } from '@precis/proto/summarisation/v1/summarisation';
import { Mode, Outcome, OutcomeKind } from '@precis/proto/usage/v1/usage';
import { DomainError } from '@precis/runtime/domain-error';
import { randomUUID } from 'node:crypto';
import { GatewayWorld } from '../testing/gateway-world.js';
import { storedResult } from '../testing/stored-result.js';
import { answerEach, type AppliedOperation } from '../testing/usage-answers.js';
import { resultView } from './youtube.schemas.js';

const PATH = '/api/youtube/summarize';
const BODY = { url: 'https://youtu.be/precisDemo1' };
const ASYNC = { prefer: 'respond-async' };
const RESULT = storedResult({ resultRef: 'ref-1' });
const JOB_ID = randomUUID();
const QUEUED = {
  jobId: JOB_ID,
  attempt: 4,
  state: JobState.JOB_STATE_QUEUED,
  createdAtMs: Date.parse('2026-11-21T12:00:00Z'),
  finishedAtMs: 0,
  resultRef: '',
  errorCode: '',
  errorMessage: '',
};
const COMPLETED = {
  ...QUEUED,
  state: JobState.JOB_STATE_COMPLETED,
  finishedAtMs: Date.parse('2026-11-21T12:00:05Z'),
  resultRef: 'ref-1',
};

let world: GatewayWorld;
/** Usage's answer to each operation, and summarisation's answer to each call. */
let outcomes: Record<string, Partial<Outcome>>;
let createJob: () => object;
let job: () => object;
let onRelease: () => void;
let applied: AppliedOperation[];

beforeAll(async () => {
  world = await GatewayWorld.start({
    usage: {
      apply: answerEach((operation) => {
        if (operation.name !== 'peek') applied.push(operation);
        const outcome = outcomes[operation.name];
        if (operation.name === 'release') onRelease();
        return outcome;
      }),
    },
    summarisation: {
      resolve: ({ url }: { url: string }) => ({
        videoId: 'precisDemo1',
        invalidCode: url === 'x' ? 'invalid_url' : '',
      }),
      summarise: () => ({ result: RESULT }),
      createJob: () => createJob(),
      getJob: () => job(),
      getResult: () => ({ result: RESULT }),
    },
  });
}, 30_000);
beforeEach(() => {
  applied = [];
  world.asked.length = 0;
  createJob = () => ({ job: QUEUED });
  onRelease = () => undefined;
  job = () => ({ job: COMPLETED });
  outcomes = {
    reserve: { kind: OutcomeKind.OUTCOME_KIND_GRANTED, attempt: 4 },
    charge: { kind: OutcomeKind.OUTCOME_KIND_CHARGED, attempt: 4, resultRef: 'ref-1' },
    release: { kind: OutcomeKind.OUTCOME_KIND_RELEASED },
  };
});
afterAll(() => world.close());

const ask = (body: object = BODY, headers: Record<string, string> = ASYNC) =>
  world.call('POST', PATH, { body, headers, key: 'prc_ann' });
const read = (id: string = JOB_ID) => world.call('GET', `/api/youtube/jobs/${id}`, { key: 'prc_ann' });
const operations = () => applied.map(({ name }) => name);

describe('a call with Prefer: respond-async (SUM-13)', () => {
  it('is reserved for a job and answered with 202 and the address to poll', async () => {
    const answer = await ask({ ...BODY, summary_type: 'short', custom_prompt: 'water' });
    expect([answer.status, answer.body]).toEqual([
      202,
      { success: true, data: { job_id: JOB_ID, status: 'queued', created_at: '2026-11-21T12:00:00.000Z' } },
    ]);
    const headers = Object.fromEntries(answer.headers);
    expect(headers).toMatchObject({
      location: `/api/youtube/jobs/${JOB_ID}`,
      'preference-applied': 'respond-async',
      'retry-after': '2',
      'x-ratelimit-remaining': '2',
    });
    expect(applied).toEqual([
      expect.objectContaining({ name: 'reserve', value: expect.objectContaining({ mode: Mode.MODE_JOB }) }),
    ]);
    expect(world.lastAsked('createJob')).toEqual({
      accountId: 'ann',
      callId: applied[0].callId,
      attempt: 4,
      videoId: 'precisDemo1',
      parameters: { summaryType: 2, customPrompt: 'water', language: '' },
    });
  });

  it.each([
    ['a transcript of its own', { transcript: '1\n00:00:00,000 --> 00:00:02,000\nHello there.\n' }, {}],
    ['Markdown', { ...BODY, format: 'md' }, {}],
    ['a text without moments', { ...BODY, timestamps: false }, {}],
    ['another preference', BODY, { prefer: 'wait=10' }],
  ])('is answered synchronously, without Preference-Applied: %s', async (_, body, headers) => {
    const answer = await ask(body, { ...ASYNC, ...headers });
    expect([answer.status, answer.headers.get('preference-applied')]).toEqual([200, null]);
    expect(operations()).toEqual(['reserve', 'charge']);
  });

  it('is a stream when it asks for events as well', async () => {
    const answer = await ask(BODY, { ...ASYNC, accept: 'text/event-stream' });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  });

  it('is refused like any other call: nothing is reserved for a wrong URL, and no job is made without a unit', async () => {
    expect(await ask({ url: 'x' })).toMatchObject({ status: 400, body: { code: 'invalid_url' } });
    expect(applied).toEqual([]);
    outcomes.reserve = { kind: OutcomeKind.OUTCOME_KIND_EXHAUSTED };
    expect(await ask()).toMatchObject({ status: 429, body: { code: 'quota_exceeded' } });
    expect(world.lastAsked('createJob')).toBeUndefined();
  });

  it.each([
    [
      'the account has too many',
      new DomainError('exhausted', 'too_many_jobs', 'Too many.', { retryAfterSeconds: 10 }),
      429,
    ],
    ['it is not known whether it was', new Error('lost'), 500],
  ])('gives its unit back when no job was accepted: %s', async (_, failure, status) => {
    createJob = () => {
      throw failure;
    };
    expect((await ask()).status).toBe(status);
    expect(applied.at(-1)).toEqual({ name: 'release', callId: applied[0].callId, value: { attempt: 4 } });
  });

  it('with an Idempotency-Key has one job: a repeat gets it, whether running or completed', async () => {
    for (const kind of [OutcomeKind.OUTCOME_KIND_BUSY, OutcomeKind.OUTCOME_KIND_REPLAY]) {
      outcomes.reserve = { kind, callId: JOB_ID };
      const answer = await ask(BODY, { ...ASYNC, 'idempotency-key': 'mine' });
      expect([answer.status, answer.headers.get('idempotency-replayed')]).toEqual([202, 'true']);
      expect(answer.body.data).toMatchObject({ job_id: JOB_ID, status: 'completed' });
      expect(world.lastAsked('getJob')).toEqual({ accountId: 'ann', jobId: JOB_ID });
    }
    expect(world.lastAsked('createJob')).toBeUndefined();
  });

  it('replaces a call with its key that a gateway left before acceptance, but not one that may still be accepted', async () => {
    job = () => {
      throw new DomainError('not_found', 'job_not_found', 'There is no such job.');
    };
    outcomes.reserve = { kind: OutcomeKind.OUTCOME_KIND_BUSY, callId: JOB_ID, attempt: 2, reservedForMs: 29_000 };
    expect((await ask(BODY, { ...ASYNC, 'idempotency-key': 'mine' })).status).toBe(409);
    expect(operations()).toEqual(['reserve']);
    outcomes.reserve = { ...outcomes.reserve, reservedForMs: 31_000 };
    outcomes.release = { kind: OutcomeKind.OUTCOME_KIND_RELEASED };
    onRelease = () => (outcomes.reserve = { kind: OutcomeKind.OUTCOME_KIND_GRANTED, attempt: 3 });
    applied = [];
    expect((await ask(BODY, { ...ASYNC, 'idempotency-key': 'mine' })).status).toBe(202);
    expect(operations()).toEqual(['reserve', 'release', 'reserve']);
    expect(applied[1]).toMatchObject({ callId: JOB_ID, value: { attempt: 2 } });
    expect(world.lastAsked('createJob')).toMatchObject({ callId: applied[2].callId, attempt: 3 });
  });

  it('that runs for a long time is not started again by its repeat', async () => {
    outcomes.reserve = { kind: OutcomeKind.OUTCOME_KIND_BUSY, callId: JOB_ID, attempt: 2, reservedForMs: 600_000 };
    expect((await ask(BODY, { ...ASYNC, 'idempotency-key': 'mine' })).status).toBe(202);
    expect(operations()).toEqual(['reserve']);
    expect(world.lastAsked('createJob')).toBeUndefined();
  });

  it('is 409 while its key is being accepted, and differs from a plain call with that key', async () => {
    outcomes.reserve = { kind: OutcomeKind.OUTCOME_KIND_BUSY, callId: JOB_ID };
    job = () => {
      throw new DomainError('not_found', 'job_not_found', 'There is no such job.');
    };
    expect(await ask(BODY, { ...ASYNC, 'idempotency-key': 'mine' })).toMatchObject({
      status: 409,
      body: { code: 'idempotency_key_in_use' },
    });
    outcomes.reserve = { kind: OutcomeKind.OUTCOME_KIND_GRANTED };
    await ask(BODY, { 'idempotency-key': 'mine' });
    const [asJob, plain] = applied
      .filter(({ name }) => name === 'reserve')
      .map(({ value }) => (value as { facts: object }).facts) as {
      bodyHash: Buffer;
      holder: string;
    }[];
    expect(asJob.bodyHash.equals(plain.bodyHash)).toBe(false);
    expect([asJob.holder === '', plain.holder === '']).toEqual([true, false]);
  });
});

describe('a job that is read (SUM-13)', () => {
  it('is shown while it is queued and running, without any charge', async () => {
    for (const [state, status] of [
      [JobState.JOB_STATE_QUEUED, 'queued'],
      [JobState.JOB_STATE_RUNNING, 'running'],
    ] as const) {
      job = () => ({ job: { ...QUEUED, state } });
      const answer = await read();
      expect(answer.status).toBe(200);
      expect(answer.body.data).toEqual({
        job_id: JOB_ID,
        status,
        created_at: '2026-11-21T12:00:00.000Z',
        finished_at: null,
        error: null,
        result: null,
      });
    }
    expect(applied).toEqual([]);
  });

  it('charges its call itself, and then shows its summary', async () => {
    const answer = await read();
    expect(answer.body.data).toEqual({
      job_id: JOB_ID,
      status: 'completed',
      created_at: '2026-11-21T12:00:00.000Z',
      finished_at: '2026-11-21T12:00:05.000Z',
      error: null,
      result: resultView(RESULT, true).data,
    });
    expect(applied).toEqual([
      {
        name: 'charge',
        callId: JOB_ID,
        value: {
          attempt: 4,
          resultRef: 'ref-1',
          subject: { videoId: 'precisDemo1', title: 'How locks work', summaryType: 'auto', durationSeconds: 120 },
        },
      },
    ]);
  });

  it.each([
    ['its unit was given back', OutcomeKind.OUTCOME_KIND_RELEASED],
    ['it was refunded', OutcomeKind.OUTCOME_KIND_REFUNDED],
  ])('shows no summary that is not charged: %s', async (_, kind) => {
    outcomes.charge = { kind };
    const { body, text } = await read();
    expect(body.data).toMatchObject({ status: 'failed', error: { code: 'quota_released' }, result: null });
    expect(text).not.toContain(RESULT.sentences[0].text);
  });

  it('is 503 without a summary while usage does not answer', async () => {
    world.services.usage.away = true;
    const { status, text } = await read().finally(() => (world.services.usage.away = false));
    expect(status).toBe(503);
    expect(text).not.toContain(RESULT.sentences[0].text);
  });

  it('is completed without its summary after that was deleted', async () => {
    outcomes.charge = { kind: OutcomeKind.OUTCOME_KIND_CHARGED, attempt: 4 };
    expect((await read()).body.data).toMatchObject({ status: 'completed', result: null });
  });

  it('shows why it failed', async () => {
    job = () => ({
      job: {
        ...QUEUED,
        state: JobState.JOB_STATE_FAILED,
        finishedAtMs: 1,
        errorCode: 'video_private',
        errorMessage: 'It is private.',
      },
    });
    expect((await read()).body.data).toMatchObject({
      status: 'failed',
      error: { code: 'video_private', message: 'It is private.' },
      result: null,
    });
  });

  it.each(['x', '..', "'", 'A'.repeat(36)])('is 404 for the malformed id %s, without a call', async (id) => {
    const answer = await read(encodeURIComponent(id));
    expect([answer.status, world.lastAsked('getJob')]).toEqual([404, undefined]);
  });
});
