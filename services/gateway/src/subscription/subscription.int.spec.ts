import { DomainError } from '@precis/runtime/domain-error';
import { GatewayWorld } from '../testing/gateway-world.js';

let world: GatewayWorld;
let token: string;
let refusal: DomainError | undefined;

beforeAll(async () => {
  world = await GatewayWorld.start({
    billing: {
      cancelSubscription: () => {
        if (refusal) throw refusal;
        return { endDateSeconds: Date.UTC(2027, 1, 28, 23, 59, 59) / 1_000 };
      },
    },
  });
  token = await world.token('ann');
}, 30_000);
afterAll(() => world.close());

const cancel = () => world.call('POST', '/api/subscription/cancel', { token });

describe('cancelling', () => {
  it('names the last day of the plan, in UTC (PAY-16)', async () => {
    const answer = await cancel();
    expect([answer.status, answer.body]).toEqual([
      200,
      { success: true, message: 'Subscription will remain active until 2027-02-28' },
    ]);
    expect(world.lastAsked('cancelSubscription')).toEqual({ accountId: 'ann' });
  });

  it('on Free returns the refusal of billing', async () => {
    refusal = new DomainError('invalid', 'nothing_to_cancel', 'There is nothing to cancel.');
    const answer = await cancel();
    expect([answer.status, answer.body.code]).toEqual([400, 'nothing_to_cancel']);
  });

  it('is 503 while billing is unavailable', async () => {
    world.services.billing.away = true;
    expect((await cancel()).status).toBe(503);
  });
});
