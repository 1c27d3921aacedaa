import { JobState } from '@precis/proto/summarisation/v1/summarisation';
import { OutcomeKind } from '@precis/proto/usage/v1/usage';
import { eventually } from '@precis/testing/eventually';
import { GatewayWorld } from '../testing/gateway-world.js';
import { answerEach, type AppliedOperation } from '../testing/usage-answers.js';

/** A release takes seconds when it is retried on a busy machine. */
const REFUND_LIMIT_MS = 20_000;
let world: GatewayWorld;
let applied: AppliedOperation[];
let isStored: boolean;

beforeAll(async () => {
  world = await GatewayWorld.start({
    usage: {
      apply: answerEach((operation) => {
        if (operation.name !== 'peek') applied.push(operation);
        // The event of the job's end came before the release.
        return operation.name === 'release' ? { kind: OutcomeKind.OUTCOME_KIND_CHARGED } : {};
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
