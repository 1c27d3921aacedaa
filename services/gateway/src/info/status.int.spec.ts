import { SourceState } from '@precis/proto/summarisation/v1/summarisation';
import { DomainError } from '@precis/runtime/domain-error';
import type { GatewayApp } from '../create-app.js';
import { GatewayWorld } from '../testing/gateway-world.js';

const away = () => {
  throw new DomainError('unavailable', 'database_unavailable', 'Please try again.');
};

let world: GatewayWorld;
let fresh: GatewayApp;
let state: SourceState | undefined;
let methods: string[] | undefined;
let isReady: boolean;

beforeAll(async () => {
  world = await GatewayWorld.start({
    summarisation: { getSourceState: () => (state === undefined ? away() : { state }) },
    billing: { listPaymentMethods: () => (methods ? { methods } : away()) },
  });
}, 30_000);
beforeEach(async () => {
  state = SourceState.SOURCE_STATE_OPERATIONAL;
  methods = ['stripe', 'wallet'];
  isReady = true;
  fresh = await world.startGateway({}, { ready: async () => (isReady ? undefined : away()) });
  world.asked.length = 0;
}, 30_000);
afterEach(() => fresh.close());
afterAll(() => world.close());

describe('GET /api/status (API-26)', () => {
  const ask = () => world.call('GET', '/api/status', {}, fresh);

  it.each([
    [SourceState.SOURCE_STATE_OPERATIONAL, 'operational'],
    [SourceState.SOURCE_STATE_DEGRADED, 'degraded'],
    [SourceState.SOURCE_STATE_DOWN, 'down'],
    [SourceState.SOURCE_STATE_UNSPECIFIED, 'unknown'],
    [undefined, 'unknown'],
  ])('reports the source as summarisation sees it: %s is %s', async (seen, source) => {
    state = seen;
    const { status, body } = await ask();
    expect([status, body]).toEqual([200, { success: true, api: 'operational', source, payments: 'operational' }]);
  });

  it('answers 200 also when every service is unavailable, and asks each service once for 20 callers', async () => {
    state = undefined;
    methods = undefined;
    isReady = false;
    const answers = await Promise.all(Array.from({ length: 20 }, ask));
    for (const { status, body } of answers)
      expect([status, body]).toEqual([200, { success: true, api: 'degraded', source: 'unknown', payments: 'down' }]);
    await ask();
    expect(world.asked.filter(({ method }) => method === 'getSourceState')).toHaveLength(1);
  });
});
