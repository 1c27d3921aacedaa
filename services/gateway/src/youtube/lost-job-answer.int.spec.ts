import { JobState } from '@precis/proto/summarisation/v1/summarisation';
import { type ApplyRequest, Outcome, OutcomeKind } from '@precis/proto/usage/v1/usage';
import { eventually } from '@precis/testing/eventually';
import { GatewayWorld } from '../testing/gateway-world.js';

/** A release takes seconds when it is retried on a busy machine. */
const REFUND_LIMIT_MS = 20_000;
let world: GatewayWorld;
let applied: { name: string; callId: string; value: object }[];
let isStored: boolean;

beforeAll(async () => {
  world = await GatewayWorld.start({
    usage: {
      apply: ({ operations }: ApplyRequest) => ({
        outcomes: operations.map(({ callId, operation }) => {
          const { $case: name, value } = operation!;
          if (name !== 'peek') applied.push({ name, callId, value });
          // The event of the job's end came before the release.
          const kind = name === 'reserve' ? OutcomeKind.OUTCOME_KIND_GRANTED : OutcomeKind.OUTCOME_KIND_CHARGED;
          return { ...Outcome.decode(new Uint8Array()), kind, callId, attempt: 1, limit: 3, remaining: 2 };
        }),
      }),
    },
    summarisation: {
      resolve: () => ({ videoId: 'precisDemo1' }),
      createJob: () => {
        throw new Error('lost');
      },
      getJob: ({ jobId }: { jobId: string }) => {
        if (!isStored) throw new Error('lost');
        const times = { createdAtMs: 1_000, finishedAtMs: 2_000 };
        return { job: { jobId, attempt: 1, state: JobState.JOB_STATE_COMPLETED, ...times, resultRef: 'ref-1' } };
      },
    },
  });
}, 30_000);
beforeEach(() => void (applied = []));
afterAll(() => world.close());

const start = (headers: Record<string, string> = {}) =>
  world.call('POST', '/api/youtube/summarize', {
    body: { url: 'https://youtu.be/precisDemo1' },
    headers: { prefer: 'respond-async', ...headers },
    key: 'prc_ann',
  });
const operations = () => applied.map(({ name }) => name);

describe('a job that was charged although its acceptance was not answered (SUM-13)', () => {
  it('is answered', async () => {
    isStored = true;
    const { status, body } = await start();
    expect([status, body.data]).toMatchObject([202, { job_id: applied[0].callId, status: 'completed' }]);
    expect(operations()).toEqual(['reserve', 'release']);
  });

  it('is refunded when it cannot be read and no repeat would get it (QUOTA-2)', async () => {
    isStored = false;
    expect((await start()).status).toBe(500);
    await eventually('the refund', () => operations().includes('refund'), REFUND_LIMIT_MS);
    expect(applied.at(-1)).toMatchObject({ name: 'refund', callId: applied[0].callId, value: { attempt: 1 } });
  });

  it('keeps its charge when it cannot be read, but a repeat with its key gets it (QUOTA-11)', async () => {
    isStored = false;
    expect((await start({ 'idempotency-key': 'mine' })).status).toBe(500);
    await eventually('the release is repeated', () => operations().length >= 3, REFUND_LIMIT_MS);
    expect(operations()).toEqual(['reserve', 'release', 'release']);
  });
});
