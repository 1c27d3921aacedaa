import { randomUUID } from 'node:crypto';
import { charge, QuotaWorld, reserve } from '../testing/quota-world.js';
import { LEASE_SECONDS, RenewHolder } from './renew-holder.usecase.js';
import { SweepLapsedReservations } from './sweep-lapsed-reservations.usecase.js';

let world: QuotaWorld;
let renew: RenewHolder;
beforeEach(async () => {
  world = await QuotaWorld.open();
  await world.database.query('DELETE FROM holders');
  renew = new RenewHolder(world.database, world.quotas);
});
afterEach(() => world.close());

/** Moves everybody's last renewal back, as if the database had been unavailable. */
const pass = (seconds: number) =>
  world.database.query('UPDATE holders SET lease_until = lease_until - make_interval(secs => $1)', [seconds]);
async function reserved(account: string, holder: string): Promise<string> {
  const callId = randomUUID();
  await renew.execute(holder);
  expect(await world.kinds([account, reserve(callId, undefined, holder)])).toEqual(['granted']);
  return callId;
}

describe('a database that was unavailable for longer than a lease', () => {
  it('costs no living gateway its reservations, in any order of renewals and operations', async () => {
    const account = randomUUID();
    const [one, other] = [await reserved(account, 'gateway-1'), await reserved(account, 'gateway-2')];
    await pass(60);
    expect(await world.kinds([account, { kind: 'peek' }])).toEqual(['peeked']);
    expect(await world.counters(account)).toEqual({ used: 0, reserved: 2 });
    await renew.execute('gateway-1');
    expect(await world.kinds([account, { kind: 'peek' }], [account, charge(one)])).toEqual(['peeked', 'charged']);
    expect(await world.kinds([account, charge(other)])).toEqual(['charged']);
  });

  it('does not revive a gateway that was dead before', async () => {
    const account = randomUUID();
    const [living, dead] = [await reserved(account, 'gateway-1'), await reserved(account, 'gateway-dead')];
    await world.database.query(`UPDATE holders SET lease_until = now() WHERE holder = 'gateway-dead'`);
    await pass(60);
    await renew.execute('gateway-2');
    expect(await world.kinds([account, charge(living)])).toEqual(['charged']);
    expect(await world.kinds([account, charge(dead)])).toEqual(['released']);
  });

  it('lets the second sweep in a row release everything when no gateway is alive', async () => {
    const account = randomUUID();
    await reserved(account, 'gateway-1');
    await pass(60);
    const sweep = new SweepLapsedReservations(world.database, world.quotas, world.clock);
    expect(await sweep.execute()).toBe(0);
    expect(await sweep.execute()).toBe(1);
    expect(await world.counters(account)).toEqual({ used: 0, reserved: 0 });
  });

  it('does not count as the first of the two sweeps', async () => {
    const account = randomUUID();
    await reserved(account, 'gateway-1');
    await pass(60);
    const sweep = new SweepLapsedReservations(world.database, world.quotas, world.clock);
    expect(await sweep.execute()).toBe(0);
    const { isSilent } = world.quotas;
    world.quotas.isSilent = () => Promise.reject(new Error('the database is away'));
    await expect(sweep.execute()).rejects.toThrow('away');
    world.quotas.isSilent = isSilent;
    expect(await sweep.execute()).toBe(0);
    expect(await world.counters(account)).toEqual({ used: 0, reserved: 1 });
  });
});

describe('a gateway whose renewal was lost while others renewed', () => {
  it('is not dead when its own call comes first, also for the other calls of that batch', async () => {
    const account = randomUUID();
    const [one, other] = [await reserved(account, 'gateway-1'), await reserved(account, 'gateway-1')];
    await pass(60);
    await renew.execute('gateway-2');
    await pass(LEASE_SECONDS - 1);
    await world.database.query(
      `UPDATE holders SET lease_until = now() - interval '30 seconds' WHERE holder = 'gateway-1'`,
    );
    await renew.execute('gateway-2');
    expect(await world.kinds([account, charge(one)])).toEqual(['charged']);
    expect(await world.kinds([account, charge(other)])).toEqual(['charged']);
  });
});
