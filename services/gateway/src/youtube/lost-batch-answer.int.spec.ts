import type { AbandonBatchRequest, CreateBatchRequest } from '@precis/proto/usage/v1/usage';
import { DomainError } from '@precis/runtime/domain-error';
import { eventually } from '@precis/testing/eventually';
import { GatewayWorld } from '../testing/gateway-world.js';
import { answerEach } from '../testing/usage-answers.js';

/** A repeat takes seconds on a busy machine. */
const REPEAT_LIMIT_MS = 20_000;
let world: GatewayWorld;
let refusal: Error;
/** How often usage still fails to abandon a batch. */
let failures: number;

beforeAll(async () => {
  world = await GatewayWorld.start({
    usage: {
      apply: answerEach(),
      createBatch: () => {
        throw refusal;
      },
      abandonBatch: () => {
        if (failures-- > 0) throw new DomainError('unavailable', 'database_unavailable', 'Away.');
        return {};
      },
    },
    summarisation: { resolve: () => ({ videoId: 'precisDemo1' }) },
  });
}, 30_000);
beforeEach(() => {
  [refusal, failures] = [new Error('lost'), 0];
  world.asked.length = 0;
});
afterAll(() => world.close());

const start = (headers: Record<string, string> = {}) =>
  world.call('POST', '/api/youtube/batches', {
    key: 'prc_ann',
    body: { items: [{ url: 'https://youtu.be/precisDemo1' }] },
    headers,
  });
const created = () => world.lastAsked('createBatch') as unknown as CreateBatchRequest;
const abandoned = () =>
  world.asked
    .filter(({ method }) => method === 'abandonBatch')
    .map(({ request }) => request as unknown as AbandonBatchRequest);

describe('a batch whose creation usage did not answer', () => {
  it('is abandoned, however often usage fails to do so at first (QUOTA-2)', async () => {
    failures = 3;
    expect((await start()).status).toBe(500);
    await eventually('it is abandoned', () => abandoned().length === 4, REPEAT_LIMIT_MS);
    const { batchId, accountId } = created();
    expect(new Set(abandoned().map((asked) => JSON.stringify(asked)))).toEqual(
      new Set([JSON.stringify({ accountId, batchId })]),
    );
  });

  it('continues when a repeat with its key finds it (SUM-29), and was never created when usage refused it', async () => {
    expect((await start({ 'idempotency-key': 'mine' })).status).toBe(500);
    refusal = new DomainError('exhausted', 'too_many_batches', 'Wait.', { limit: 3, retryAfterSeconds: 10 });
    expect((await start()).status).toBe(429);
    const [refused, lost] = [created().batchId, new Error('lost')];
    // What is abandoned later would have come after these two.
    refusal = lost;
    await start();
    await eventually('the last one is abandoned', () => abandoned().length > 0, REPEAT_LIMIT_MS);
    expect(abandoned().map(({ batchId }) => batchId)).toEqual([created().batchId]);
    expect(created().batchId).not.toBe(refused);
  });
});
