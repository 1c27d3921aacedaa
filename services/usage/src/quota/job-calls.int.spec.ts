import { inTransaction } from '@precis/runtime/database';
import { randomUUID } from 'node:crypto';
import { wrongMonths } from '../testing/books-audit.js';
import { QuotaWorld, release, reserve } from '../testing/quota-world.js';
import type { JobOutcome } from './end-job-call.usecase.js';
import { SweepLapsedReservations } from './sweep-lapsed-reservations.usecase.js';

const HOUR_MS = 3_600_000;
let world: QuotaWorld;
let sweep: SweepLapsedReservations;
beforeAll(async () => {
  world = await QuotaWorld.open();
  sweep = new SweepLapsedReservations(world.database, world.quotas, world.clock);
});
afterAll(async () => {
  expect(await wrongMonths(world.database)).toEqual([]);
  await world?.close();
});

const DONE: JobOutcome = { resultRef: randomUUID(), videoId: 'precisDemo1' };
const WORDS = { title: 'How locks work', summaryType: 'auto', durationSeconds: 186 };
/** Reserves a call for a job. */
async function accepted(key?: string) {
  const [accountId, callId] = [randomUUID(), randomUUID()];
  const operation = { ...reserve(callId, key), mode: 'job' as const };
  const { outcome } = await world.one(accountId, { ...operation, facts: { ...operation.facts, holder: null } });
  expect(outcome.kind).toBe('granted');
  return { accountId, callId };
}
const told = (call: { accountId: string; callId: string }, outcome: JobOutcome, attempt = 1) =>
  inTransaction(world.database, (manager) =>
    world.endJobCall.execute(manager, { ...call, attempt, ...WORDS }, outcome),
  );
const rowOf = async (callId: string) =>
  (await world.database.query('SELECT * FROM metered_calls WHERE call_id = $1', [callId]))[0];

describe('the call of a job (SUM-13)', () => {
  it('is charged once by the event of its end, also when it is delivered twice, and names its summary', async () => {
    const call = await accepted();
    await Promise.all([told(call, DONE), told(call, DONE)]);
    await told(call, 'failed');
    expect(await world.counters(call.accountId)).toEqual({ used: 1, reserved: 0 });
    await expect(rowOf(call.callId)).resolves.toMatchObject({
      state: 'charged',
      mode: 'job',
      result_ref: (DONE as { resultRef: string }).resultRef,
      title: 'How locks work',
      summary_type: 'auto',
      video_id: 'precisDemo1',
      duration_seconds: 186,
    });
  });

  it('is released when the job failed, and a late summary charges nothing', async () => {
    const call = await accepted();
    await told(call, 'failed');
    await told(call, DONE);
    expect(await world.counters(call.accountId)).toEqual({ used: 0, reserved: 0 });
  });

  it('is not charged when it was released, was never reserved, or belongs to another attempt or account', async () => {
    const call = await accepted();
    await told(call, DONE, 2);
    await told({ ...call, accountId: randomUUID() }, DONE);
    expect(await world.counters(call.accountId)).toEqual({ used: 0, reserved: 1 });
    await world.one(call.accountId, release(call.callId));
    await told(call, DONE);
    expect(await world.counters(call.accountId)).toEqual({ used: 0, reserved: 0 });
    const unknown = { accountId: randomUUID(), callId: randomUUID() };
    await told(unknown, DONE);
    await told({ accountId: 'nobody', callId: "'" }, DONE);
    const [{ used }] = await world.database.query(
      'SELECT count(*)::int AS used FROM metered_calls WHERE account_id = $1 AND state = $2',
      [unknown.accountId, 'charged'],
    );
    expect(used).toBe(0);
  });

  it('is returned to a repeat of its Idempotency-Key while it runs and after it was charged', async () => {
    const call = await accepted('mine');
    const again = { ...reserve(randomUUID(), 'mine'), mode: 'job' as const };
    await expect(world.one(call.accountId, again)).resolves.toMatchObject({
      outcome: { kind: 'busy', callId: call.callId, attempt: 1 },
    });
    world.now = new Date(world.now.getTime() + 40_000);
    await expect(world.one(call.accountId, again)).resolves.toMatchObject({ outcome: { reservedForMs: 40_000 } });
    await told(call, DONE);
    await expect(world.one(call.accountId, { ...again, callId: randomUUID() })).resolves.toMatchObject({
      outcome: { kind: 'replay', callId: call.callId },
    });
  });

  it('is released after an hour without an event, not earlier, and a later event charges nothing (QUOTA-10)', async () => {
    const call = await accepted();
    const since = new Date(world.now.getTime() - HOUR_MS);
    const reservedAt = (at: Date) =>
      world.database.query('UPDATE metered_calls SET reserved_at = $2 WHERE call_id = $1', [call.callId, at]);
    await reservedAt(new Date(since.getTime() + 1_000));
    expect(await sweep.execute()).toBe(0);
    expect(await world.counters(call.accountId)).toEqual({ used: 0, reserved: 1 });
    await reservedAt(new Date(since.getTime() - 1_000));
    expect(await sweep.execute()).toBe(1);
    expect(await world.counters(call.accountId)).toEqual({ used: 0, reserved: 0 });
    await told(call, DONE);
    expect(await world.counters(call.accountId)).toEqual({ used: 0, reserved: 0 });
  });
});
