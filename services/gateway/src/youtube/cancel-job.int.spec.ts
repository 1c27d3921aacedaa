import { JobState } from '@precis/proto/summarisation/v1/summarisation';
import { OutcomeKind } from '@precis/proto/usage/v1/usage';
import { DomainError } from '@precis/runtime/domain-error';
import { randomUUID } from 'node:crypto';
import { GatewayWorld } from '../testing/gateway-world.js';
import { answerEach, type AppliedOperation } from '../testing/usage-answers.js';

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

let world: GatewayWorld;
let job: () => object;
let released: OutcomeKind;
/** The calls to usage, except those that read the quota for the answer's headers. */
let applied: AppliedOperation[];

beforeAll(async () => {
  world = await GatewayWorld.start({
    usage: {
      apply: answerEach((operation) => {
        if (operation.name !== 'peek') applied.push(operation);
        return { kind: released };
      }),
    },
    summarisation: { getJob: () => job() },
  });
}, 30_000);
beforeEach(() => {
  applied = [];
  released = OutcomeKind.OUTCOME_KIND_RELEASED;
  job = () => ({ job: QUEUED });
});
afterAll(() => world.close());

describe('DELETE /api/youtube/jobs/{id} (MCP-10)', () => {
  const cancel = (id = JOB_ID) => world.call('DELETE', `/api/youtube/jobs/${id}`, { key: 'prc_ann' });

  it('gives back the unit of a running job, for the attempt that holds it', async () => {
    expect((await cancel()).status).toBe(200);
    expect(applied).toEqual([{ name: 'release', callId: JOB_ID, value: { attempt: 4 } }]);
  });

  it('answers 409 when the charge came first, and the job stays charged', async () => {
    released = OutcomeKind.OUTCOME_KIND_CHARGED;
    const { status, body } = await cancel();
    expect([status, body.code]).toEqual([409, 'job_completed']);
  });

  it('leaves a failed job unchanged', async () => {
    job = () => ({ job: { ...QUEUED, state: JobState.JOB_STATE_FAILED, errorCode: 'video_private' } });
    expect([(await cancel()).status, applied]).toEqual([200, []]);
  });

  it('answers 404 to a job of another account, and releases nothing', async () => {
    job = () => {
      throw new DomainError('not_found', 'job_not_found', 'There is no such job.');
    };
    expect([(await cancel()).status, applied]).toEqual([404, []]);
  });
});
