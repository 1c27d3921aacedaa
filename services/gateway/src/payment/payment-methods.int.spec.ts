import { DomainError } from '@precis/runtime/domain-error';
import type { GatewayApp } from '../create-app.js';
import { GatewayWorld } from '../testing/gateway-world.js';

let world: GatewayWorld;
let methods: string[] | undefined;

beforeAll(async () => {
  world = await GatewayWorld.start({
    billing: {
      listPaymentMethods: () => {
        if (!methods) throw new DomainError('unavailable', 'database_unavailable', 'Please try again.');
        return { methods };
      },
    },
  });
}, 30_000);
beforeEach(() => {
  methods = ['stripe', 'wallet'];
  world.asked.length = 0;
});
afterAll(() => world.close());

describe('payment_methods of GET /api/info', () => {
  let fresh: GatewayApp;
  beforeEach(async () => void (fresh = await world.startGateway()), 30_000);
  afterEach(() => fresh.close());
  const methodsOf = async () => (await world.call('GET', '/api/info', {}, fresh)).body.payment_methods;

  it('lists the payment methods of this deployment, and does not ask billing for every request (API-23)', async () => {
    expect(await methodsOf()).toEqual(['stripe', 'wallet']);
    methods = [];
    expect(await methodsOf()).toEqual(['stripe', 'wallet']);
    expect(world.asked.filter(({ method }) => method === 'listPaymentMethods')).toHaveLength(1);
  });

  it('is empty while billing is unavailable, which is not cached', async () => {
    methods = undefined;
    expect(await methodsOf()).toEqual([]);
    methods = ['stripe', 'wallet'];
    expect(await methodsOf()).toEqual(['stripe', 'wallet']);
  });
});
