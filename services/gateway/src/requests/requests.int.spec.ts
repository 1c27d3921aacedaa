import { Job, JobState } from '@precis/proto/summarisation/v1/summarisation';
import { ChargeState, Outcome, OutcomeKind, RequestRecord } from '@precis/proto/usage/v1/usage';
import { DomainError } from '@precis/runtime/domain-error';
import { eventually } from '@precis/testing/eventually';
import { GatewayWorld } from '../testing/gateway-world.js';
import { storedResult } from '../testing/stored-result.js';
import { answerEach } from '../testing/usage-answers.js';
import { RecordBudget } from './record-budget.js';

let records: RequestRecord[] = [];
let failures = 0;
/** The fields of the outcome that differ from those of a charged call. */
let outcome: Partial<Outcome>;
let stored: ReturnType<typeof storedResult> | undefined;
let world: GatewayWorld;
beforeAll(async () => {
  world = await GatewayWorld.start({
    usage: {
      recordRequests: (request: { records: RequestRecord[] }) => {
        if (failures-- > 0) throw new DomainError('unavailable', 'database_unavailable', 'Away.');
        records.push(...request.records);
        return {};
      },
      findRequest: ({ requestId }: { requestId: string }) => {
        if (requestId === 'request-of-nobody')
          throw new DomainError('not_found', 'request_not_found', 'There is no such request.');
        const record = {
          ...RequestRecord.decode(new Uint8Array()),
          requestId,
          atMs: Date.parse('2026-11-21T12:00:00Z'),
        };
        return { record, charge: ChargeState.CHARGE_STATE_REFUNDED };
      },
      apply: answerEach(() => ({ kind: OutcomeKind.OUTCOME_KIND_CHARGED, ...outcome })),
    },
    summarisation: {
      resolve: ({ url }: { url: string }) =>
        url.includes('youtu')
          ? { invalidCode: '', videoId: 'precisDemo1', stored }
          : { invalidCode: 'invalid_url', videoId: '' },
      getResult: () => ({ result: storedResult() }),
      summarise: () => {
        throw new DomainError('not_found', 'transcript_disabled', 'This video has no captions.');
      },
      createJob: () => {
        throw new DomainError('exhausted', 'too_many_jobs', 'Too many jobs.');
      },
      getJob: ({ jobId }: { jobId: string }) => ({
        job: { ...Job.decode(new Uint8Array()), jobId, state: JobState.JOB_STATE_QUEUED },
      }),
      getInfo: () => ({ invalidCode: 'invalid_url', videoId: '', title: '', tracks: [], durationSeconds: 0 }),
    },
  });
}, 30_000);
beforeEach(() => {
  records = [];
  failures = 0;
  outcome = {};
  stored = storedResult();
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => world.close());

const KEY = { key: 'prc_ann' };
const BODY = { url: 'https://youtu.be/precisDemo1' };
const EARLIER = '0193b0a4-0000-7000-8000-000000000001';
const recorded = (count = 1) =>
  eventually('the records came', async () => (records.length >= count ? records : undefined));

describe('the record of a request (API-33)', () => {
  it('of a summary has what was delivered, and the call that usage counts', async () => {
    const body = { url: 'https://youtu.be/precisDemo1?secret=canary', custom_prompt: 'canary' };
    const headers = { 'x-request-id': 'request-0001', 'x-client-name': 'agent/1' };
    expect((await world.call('POST', '/api/youtube/summarize', { ...KEY, body, headers })).status).toBe(200);
    const [record] = await recorded();
    const [call] = (world.lastAsked('apply') as { operations: { callId: string }[] }).operations;
    expect(record).toMatchObject({
      accountId: 'ann',
      requestId: 'request-0001',
      method: 'POST',
      endpoint: '/api/youtube/summarize',
      status: 200,
      code: '',
      client: 'agent/1',
      callId: call.callId,
      engine: storedResult().engine,
      cached: true,
      replayed: false,
    });
    // Contains no address, prompt or key.
    expect(JSON.stringify(record)).not.toMatch(/canary|prc_|youtu\.be/);
  });

  it.each([
    ['bad input', 'POST', '/api/youtube/summarize', { url: 7 }, 400, 'invalid_parameter', '/api/youtube/summarize'],
    ['no video', 'POST', '/api/youtube/info', { url: 'https://x.example' }, 400, 'invalid_url', '/api/youtube/info'],
    ['an unknown job', 'GET', '/api/youtube/jobs/none', undefined, 404, 'job_not_found', '/api/youtube/jobs/{id}'],
  ])(
    'of a refused request has only its code and the route: %s',
    async (_name, method, path, body, status, code, endpoint) => {
      await world.call(method, path, { ...KEY, body });
      expect((await recorded())[0]).toMatchObject({ status, code, endpoint, callId: '', engine: '' });
    },
  );

  it.each([
    ['bad input', { url: 7 }, 400, 'invalid_parameter'],
    ['a foreign content type', 'text', 415, 'content_type_unsupported'],
  ])('of a refused summary in the playground has its code: %s', async (_, body, status, code) => {
    const headers = typeof body === 'string' ? { 'content-type': 'text/plain' } : undefined;
    const token = await world.token('ann');
    await world.call('POST', '/api/youtube/playground/summarize', { token, body, headers });
    expect((await recorded())[0]).toMatchObject({ status, code, client: 'web playground', callId: '' });
  });

  it('of a throttled summary in the playground has its code', async () => {
    const few = await world.startGateway({ THROTTLE_PLAYGROUND_PER_HOUR: 1, THROTTLE_LOOPBACK_FACTOR: 1 });
    try {
      const token = await world.token('ann');
      const ask = () => world.call('POST', '/api/youtube/playground/summarize', { token, body: BODY }, few);
      while ((await ask()).status !== 429);
      const found = () => records.find(({ status }) => status === 429);
      expect(await eventually('the record', found)).toMatchObject({ code: 'throttled' });
    } finally {
      await few.close();
    }
  });

  it('is written for a session too, and not for a refused credential', async () => {
    await world.call('GET', '/api/usage/summary', { key: 'prc_' });
    await world.call('POST', '/api/youtube/summarize', { body: {} });
    await world.call('POST', '/api/youtube/playground/summarize', { ...KEY, body: {} });
    await world.call('GET', '/api/auth/me', { token: await world.token('ann') });
    await world.call('POST', '/api/youtube/info', { token: await world.token('ben'), body: {} });
    const all = await eventually('that of the session', async () =>
      records.some(({ accountId }) => accountId === 'ben') ? records : undefined,
    );
    expect(all.map(({ endpoint }) => endpoint)).not.toContain('/api/auth/me');
    expect(all.map(({ endpoint }) => endpoint)).not.toContain('/api/youtube/summarize');
    expect(all.map(({ endpoint }) => endpoint)).not.toContain('/api/youtube/playground/summarize');
  });

  it.each([
    ['a replay', {}, OutcomeKind.OUTCOME_KIND_REPLAY],
    ['the replay of a job', { prefer: 'respond-async' }, OutcomeKind.OUTCOME_KIND_REPLAY],
    ['a repeat whose job is at work', { prefer: 'respond-async' }, OutcomeKind.OUTCOME_KIND_BUSY],
  ])('of %s names the earlier call, which was charged', async (_, headers, kind) => {
    outcome = { kind, callId: EARLIER, resultRef: 'ref-1' };
    const keyed = { ...headers, 'idempotency-key': 'mine' };
    expect(
      (await world.call('POST', '/api/youtube/summarize', { ...KEY, body: BODY, headers: keyed })).status,
    ).toBeLessThan(300);
    expect((await recorded())[0]).toMatchObject({ callId: EARLIER, replayed: true });
  });

  it.each([
    ['without captions', OutcomeKind.OUTCOME_KIND_GRANTED, {}],
    ['without captions, as events,', OutcomeKind.OUTCOME_KIND_GRANTED, { accept: 'text/event-stream' }],
    ['of a refused job', OutcomeKind.OUTCOME_KIND_GRANTED, { prefer: 'respond-async' }],
    ['without quota', OutcomeKind.OUTCOME_KIND_EXHAUSTED, {}],
    ['while its key is at work', OutcomeKind.OUTCOME_KIND_BUSY, {}],
    ['that is a replay', OutcomeKind.OUTCOME_KIND_REPLAY, {}],
    ['of a job without quota', OutcomeKind.OUTCOME_KIND_EXHAUSTED, { prefer: 'respond-async' }],
  ])(
    'of a summary %s counts against the record budget of its account, because no quota bounds such records',
    async (_, kind, headers) => {
      jest.spyOn(RecordBudget.prototype, 'take').mockReturnValue(false);
      outcome = { kind, callId: EARLIER, resultRef: 'ref-1' };
      if (kind === OutcomeKind.OUTCOME_KIND_GRANTED) stored = undefined;
      const keyed = { ...headers, 'idempotency-key': 'mine' };
      await world.call('POST', '/api/youtube/summarize', { ...KEY, body: BODY, headers: keyed });
      outcome = {};
      stored = storedResult();
      await world.call('POST', '/api/youtube/summarize', {
        ...KEY,
        body: BODY,
        headers: { 'x-request-id': 'request-charged' },
      });
      expect((await recorded()).map(({ requestId }) => requestId)).toEqual(['request-charged']);
    },
  );

  it('is sent again after usage was unavailable', async () => {
    failures = 2;
    await world.call('POST', '/api/youtube/info', { ...KEY, body: {} });
    expect(await recorded()).toHaveLength(1);
  });

  it('is read with either credential, by an id that the client may have chosen; reading it leaves no record', async () => {
    for (const credential of [KEY, { token: await world.token('ann') }]) {
      const { status, body } = await world.call('GET', '/api/requests/request-0001', credential);
      expect([status, body.data]).toEqual([
        200,
        expect.objectContaining({
          request_id: 'request-0001',
          status: null,
          code: null,
          charged: false,
          charge: 'refunded',
          call_id: null,
        }),
      ]);
    }
    for (const id of ['request-of-nobody', 'short', 'x'.repeat(129), 'a%20b%20c%20d%20e'])
      expect((await world.call('GET', `/api/requests/${id}`, KEY)).body).toMatchObject({
        status_code: 404,
        code: 'request_not_found',
      });
    await world.call('POST', '/api/youtube/info', { ...KEY, body: {} });
    expect((await recorded()).map(({ endpoint }) => endpoint)).toEqual(['/api/youtube/info']);
  });
});
