import { UsageServiceService } from '@precis/proto/usage/v1/usage';
import { CALLERS, type RunningUsage, startUsage, type UsageClient } from './testing/running-usage.js';

type RpcName = keyof typeof UsageServiceService;
/** Written here a second time on purpose, so that a changed decorator fails this test. */
const ALLOWED: Record<RpcName, string[]> = {
  apply: ['gateway'],
  renewHolder: ['gateway'],
  releaseAllReservations: ['standalone'],
  getSummary: ['gateway', 'standalone'],
  getDetails: ['gateway'],
  getClients: ['gateway'],
  listSummaries: ['gateway'],
  findSummary: ['gateway'],
  hideSummary: ['gateway'],
  recordRequests: ['gateway'],
  findRequest: ['gateway'],
  listRequests: ['gateway'],
  listCalls: ['gateway'],
  getStatement: ['gateway'],
  createBatch: ['gateway'],
  getBatch: ['gateway'],
  cancelBatch: ['gateway'],
  abandonBatch: ['gateway'],
  listBatches: ['gateway'],
};
const NOBODY = '00000000-0000-4000-8000-000000000000';
const EMPTY = {
  operations: [],
  holder: 'matrix',
  accountId: NOBODY,
  month: '',
  search: '',
  cursor: '',
  limit: 1,
  callId: NOBODY,
  after: 0,
  upTo: 0,
  batchId: NOBODY,
  idemHash: new Uint8Array(),
  bodyHash: new Uint8Array(),
  client: '',
  items: [],
  records: [],
  requestId: 'matrix',
};
const OF_THE_ADMITTED = ['summary_not_found', 'request_not_found', 'batch_not_found', 'batch_invalid'];
const names = Object.keys(UsageServiceService) as RpcName[];

describe('callers of usage', () => {
  let usage: RunningUsage;
  beforeAll(async () => void (usage = await startUsage(new Date())));
  afterAll(() => usage.close());

  const outcome = (client: UsageClient, name: RpcName): Promise<string> =>
    (client[name] as (request: object) => Promise<unknown>)(EMPTY).then(
      () => 'admitted',
      // Only an admitted caller can get an error about an unknown or invalid object.
      ({ code = 'none' }: { code?: string }) => (OF_THE_ADMITTED.includes(code) ? 'admitted' : code),
    );

  it.each(names)('%s admits its callers and refuses every other service', async (name) => {
    const outcomes = Object.fromEntries(
      await Promise.all(CALLERS.map(async (caller) => [caller, await outcome(usage.as(caller), name)])),
    );
    expect(outcomes).toEqual(
      Object.fromEntries(
        CALLERS.map((caller) => [caller, ALLOWED[name].includes(caller) ? 'admitted' : 'caller_refused']),
      ),
    );
  });

  it.each(names)('%s refuses a stranger and a known name with a wrong secret', async (name) => {
    expect(await outcome(usage.as('stranger'), name)).toBe('caller_unknown');
    expect(await outcome(usage.as(ALLOWED[name][0], 'not-the-right-secret'), name)).toBe('caller_unknown');
  });
});
