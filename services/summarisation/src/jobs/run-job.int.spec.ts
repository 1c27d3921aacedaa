import { DomainError } from '@precis/runtime/domain-error';
import { eventually } from '@precis/testing/eventually';
import { randomUUID } from 'node:crypto';
import { AUTO, SummarisationWorld, VIDEO } from '../testing/summarisation-world.js';
import { CreateJob } from './create-job.usecase.js';
import { GetJob } from './get-job.usecase.js';

let world: SummarisationWorld;
beforeAll(async () => void (world = await SummarisationWorld.open()));
afterAll(() => world?.close());

describe('a job whose next try could only come after its 15 minutes (SUM-13)', () => {
  it('ends immediately with its reason, which frees its unit and its place', async () => {
    const { app } = await world.process();
    world.source.failure = new DomainError('unavailable', 'computing_budget_spent', 'Later.', {
      retryAfterSeconds: 3_000,
    });
    const [callId, accountId] = [randomUUID(), randomUUID()];
    const job = { callId, accountId, attempt: 1, videoId: VIDEO, parameters: AUTO, correlationId: 'request-1' };
    await app.get(CreateJob, { strict: false }).execute(job);
    const shown = await eventually('the first try failed', async () => {
      const [{ tries, state }] = await world.database.query('SELECT tries, state FROM jobs');
      return tries === 1 && state !== 'running' && app.get(GetJob, { strict: false }).execute(callId, accountId);
    });
    expect(shown).toMatchObject({ state: 'failed', errorCode: 'computing_budget_spent', errorMessage: 'Later.' });
    await expect(world.told()).resolves.toMatchObject([{ type: 'summary-failed', job: { callId } }]);
  });
});
