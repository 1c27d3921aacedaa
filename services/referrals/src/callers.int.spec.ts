import { randomUUID } from 'node:crypto';
import { ReferralsWorld } from './testing/referrals-world.js';
import { CALLERS, type ReferralsRpc } from './testing/running-referrals.js';

let world: ReferralsWorld;
beforeAll(async () => void (world = await ReferralsWorld.start()));
afterAll(() => world?.close());

const accountId = randomUUID();
const RPCS: [string, string[], (client: ReferralsRpc) => Promise<unknown>][] = [
  ['GetCode', ['gateway'], (client) => client.getCode({ accountId })],
  ['GetStats', ['gateway'], (client) => client.getStats({ accountId })],
  ['ListCommissions', ['gateway'], (client) => client.listCommissions({ accountId, after: '', limit: 10 })],
  ['CheckCode', ['gateway'], (client) => client.checkCode({ code: 'x' })],
];

describe.each(RPCS)('%s', (_, allowed, call) => {
  it.each(allowed)('answers %s', async (caller) => {
    await expect(call(world.running.as(caller))).resolves.toBeDefined();
  });

  it.each(CALLERS.filter((caller) => !allowed.includes(caller)))('refuses %s', async (caller) => {
    await expect(call(world.running.as(caller))).rejects.toMatchObject({ kind: 'forbidden', code: 'caller_refused' });
  });

  it.each(allowed)('refuses a caller that claims to be %s without its secret', async (caller) => {
    const impostor = world.running.as(caller, 'a-secret-made-up-by-the-caller');
    await expect(call(impostor)).rejects.toMatchObject({ kind: 'unauthenticated' });
  });

  it('refuses an unknown caller', async () => {
    await expect(call(world.running.as('stranger'))).rejects.toMatchObject({ kind: 'unauthenticated' });
  });
});

it('every RPC of referrals.v1 is in the matrix', async () => {
  const { ReferralsServiceService } = await import('@precis/proto/referrals/v1/referrals');
  const names = Object.values(ReferralsServiceService).map(({ path }) => path.split('/').at(-1));
  expect(RPCS.map(([name]) => name).sort()).toEqual(names.sort());
});
