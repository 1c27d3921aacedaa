import { OutcomeKind } from '@precis/proto/usage/v1/usage';
import { DomainError } from '@precis/runtime/domain-error';
import { randomUUID } from 'node:crypto';
import { GatewayWorld } from '../testing/gateway-world.js';
import { storedResult } from '../testing/stored-result.js';
import { answerEach } from '../testing/usage-answers.js';
import { resultView } from './youtube.schemas.js';

const RESULT = storedResult({ resultRef: 'ref-1' });
/** Empty after its account has deleted the summary. */
let resultRef: string;
let world: GatewayWorld;

beforeAll(async () => {
  world = await GatewayWorld.start({
    usage: {
      apply: answerEach(() => ({ kind: OutcomeKind.OUTCOME_KIND_REPLAY, callId: randomUUID(), resultRef })),
    },
    summarisation: {
      resolve: () => ({ videoId: 'precisDemo1' }),
      getJob: () => {
        throw new DomainError('not_found', 'job_not_found', 'There is no such job. Jobs are kept for 6 days.');
      },
      getResult: (asked: { resultRef: string }) => {
        if (asked.resultRef !== 'ref-1') throw new DomainError('not_found', 'result_gone', 'It is no longer kept.');
        return { result: RESULT };
      },
    },
  });
}, 30_000);
afterAll(() => world.close());

const repeat = () =>
  world.call('POST', '/api/youtube/summarize', {
    body: { url: 'https://youtu.be/precisDemo1' },
    headers: { prefer: 'respond-async', 'idempotency-key': 'mine' },
    key: 'prc_ann',
  });

describe('a repeat of a charged job that is forgotten after 6 days (SUM-13)', () => {
  it('answers the summary itself at no cost, as its key does for 30 days (QUOTA-11, QUOTA-13)', async () => {
    resultRef = 'ref-1';
    const { status, body, headers } = await repeat();
    expect([status, body]).toEqual([200, resultView(RESULT, true)]);
    expect([headers.get('idempotency-replayed'), headers.get('preference-applied')]).toEqual(['true', null]);
    expect(world.lastAsked('createJob')).toBeUndefined();
  });

  it('is 404 like any other repeat after the summary was deleted', async () => {
    resultRef = '';
    expect(await repeat()).toMatchObject({ status: 404, body: { code: 'result_gone' } });
  });
});
