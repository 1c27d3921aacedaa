import { ownResultRef } from '@precis/runtime/own-result-ref';
import { randomUUID } from 'node:crypto';
import { charge, QuotaWorld, reserve } from '../testing/quota-world.js';
import { ReleaseAllReservations } from './release-all-reservations.usecase.js';
import { SweepLapsedReservations } from './sweep-lapsed-reservations.usecase.js';

let world: QuotaWorld;
let sweep: SweepLapsedReservations;
beforeAll(async () => {
  world = await QuotaWorld.open();
  sweep = new SweepLapsedReservations(world.database, world.quotas, world.clock);
});
afterAll(() => world?.close());

describe('the sweep of reservations', () => {
  it('releases the reservations of a dead gateway for accounts that never call again, and nothing else', async () => {
    const [left, charged, living, job] = Array.from({ length: 4 }, () => randomUUID());
    const chargedCall = randomUUID();
    await world.apply.execute([
      { accountId: left, operation: reserve(randomUUID(), 'k1', 'gateway-dead') },
      { accountId: left, operation: reserve(randomUUID(), 'k2', 'gateway-dead') },
      { accountId: charged, operation: reserve(chargedCall, 'k', 'gateway-dead') },
      { accountId: charged, operation: charge(chargedCall) },
      { accountId: living, operation: reserve(randomUUID(), 'k') },
    ]);
    const onJob = reserve(randomUUID(), 'k', 'gateway-dead');
    await world.apply.execute([{ accountId: job, operation: { ...onJob, mode: 'job' } as typeof onJob }]);
    expect(await sweep.execute()).toBe(1);
    expect(await world.counters(left)).toEqual({ used: 0, reserved: 0 });
    expect(await world.counters(charged)).toEqual({ used: 1, reserved: 0 });
    expect(await world.counters(living)).toEqual({ used: 0, reserved: 1 });
    expect(await world.counters(job)).toEqual({ used: 0, reserved: 1 });
    expect(await sweep.execute()).toBe(0);
  });

  it('has the summary deleted that a dead gateway may have had made from a transcript, also when the gateway comes back later (SUM-24)', async () => {
    const accountId = randomUUID();
    const [call, job] = [reserve(randomUUID(), 'k', 'gateway-dead'), reserve(randomUUID(), 'k2', 'gateway-dead')];
    await world.apply.execute([
      { accountId, operation: call },
      { accountId, operation: { ...job, mode: 'job' } as typeof job },
    ]);
    const resultRef = ownResultRef(call.callId, 1);
    await sweep.execute();
    expect(await world.toldHidden(accountId)).toEqual([resultRef]);
    await world.one(accountId, { kind: 'charge', callId: call.callId, attempt: 1, resultRef, subject: null });
    expect(await world.toldHidden(accountId)).toEqual([resultRef, resultRef]);
    expect(await world.counters(accountId)).toEqual({ used: 0, reserved: 1 });
  });

  it('is not needed at the start of a single process, which releases all reservations and has their summaries deleted too (SUM-24)', async () => {
    const accountId = randomUUID();
    const call = reserve(randomUUID(), 'k');
    await world.apply.execute([{ accountId, operation: call }]);
    await new ReleaseAllReservations(world.database, world.quotas, world.clock).execute();
    expect(await world.toldHidden(accountId)).toEqual([ownResultRef(call.callId, 1)]);
    expect(await world.counters(accountId)).toEqual({ used: 0, reserved: 0 });
  });

  it('continues with the accounts of a second hundred, also in two parallel sweeps', async () => {
    const accounts = Array.from({ length: 120 }, () => randomUUID());
    await world.apply.execute(
      accounts.map((accountId) => ({ accountId, operation: reserve(randomUUID(), 'k', 'gateway-dead') })),
    );
    await Promise.all([sweep.execute(), sweep.execute()]);
    const [{ reserved }] = await world.database.query(
      `SELECT sum(reserved)::int AS reserved FROM quota_months WHERE account_id = ANY($1)`,
      [accounts],
    );
    expect(reserved).toBe(0);
  });

  it('deletes the leases of gateways that ended a day ago, but none before it has seen that gateways could renew, and never a valid one (QUOTA-10)', async () => {
    const lease = (holder: string, endsInDays: number) =>
      world.database.query(
        `INSERT INTO holders (holder, lease_until) VALUES ($1, now() + make_interval(days => $2, secs => 10)) ON CONFLICT (holder) DO UPDATE SET lease_until = excluded.lease_until`,
        [holder, endsInDays],
      );
    const gateways = async () =>
      (
        await world.database.query<{ holder: string }[]>(
          `SELECT holder FROM holders WHERE holder <> 'sweep' ORDER BY 1`,
        )
      ).map(({ holder }) => holder);
    // A sweep that has not seen the silence of the tests before.
    sweep = new SweepLapsedReservations(world.database, world.quotas, world.clock);
    await world.database.query('DELETE FROM holders');
    await lease('gateway-1', -7);
    await lease('gateway-2', -7);
    await sweep.execute();
    expect(await gateways()).toEqual(['gateway-1', 'gateway-2']);
    await lease('gateway-2', 0);
    await sweep.execute();
    expect(await gateways()).toEqual(['gateway-2']);
    // The clock of the database was wrong for a moment.
    await lease('gateway-3', 7);
    await sweep.execute();
    expect(await gateways()).toEqual(['gateway-2', 'gateway-3']);
    await world.database.query(`DELETE FROM holders WHERE holder = 'gateway-3'`);
  });
});
