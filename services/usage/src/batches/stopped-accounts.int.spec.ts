import { DomainError } from '@precis/runtime/domain-error';
import { randomUUID } from 'node:crypto';
import { BatchWorld, endsOf, goodItems } from '../testing/batch-world.js';
import { wrongMonths } from '../testing/books-audit.js';

const MINUTE_MS = 60_000;
const many = (count: number) => goodItems(...Array.from({ length: count }, (_, nr) => `video${nr}`));

let world: BatchWorld;
let ann: string;
beforeAll(async () => {
  world = await BatchWorld.open();
});
beforeEach(() => {
  ann = randomUUID();
  world.jobs.refusal = undefined;
  world.jobs.open.clear();
});
afterAll(async () => {
  expect(await wrongMonths(world.quota.database)).toEqual([]);
  await world.close();
});

const counters = (account = ann) => world.quota.counters(account);
const later = (ms: number) => {
  world.quota.now = new Date(world.quota.now.getTime() + ms);
};

describe('a batch of an account that is suspended or closed (SUM-27)', () => {
  afterEach(() => Object.assign(world.accounts, { isAway: false }));
  const begunOf = (account: string) =>
    [...world.jobs.open.values()].filter(({ item }) => item.accountId === account).length;

  it('reserves and begins nothing, and continues when the account is active again', async () => {
    const { batch } = await world.create(ann, many(2));
    world.accounts.stopped.add(ann);
    await world.process().execute();
    expect(endsOf(await world.get.execute(batch.batchId, ann))).toEqual(['waiting', 'waiting']);
    expect([begunOf(ann), await counters()]).toEqual([0, { used: null, reserved: null }]);
    const [{ soonest }] = await world.quota.database.query(
      `SELECT min(extract(epoch FROM due_at - now()))::int AS soonest FROM batch_items WHERE batch_id = $1`,
      [batch.batchId],
    );
    expect(soonest).toBeGreaterThan(60);
    world.accounts.stopped.delete(ann);
    await world.later();
    expect(endsOf(await world.finish(batch.batchId, ann))).toEqual(['completed', 'completed']);
    expect(await counters()).toEqual({ used: 2, reserved: 0 });
  });

  it('also waits while auth is unavailable', async () => {
    const { batch } = await world.create(ann, many(1));
    world.accounts.isAway = true;
    await world.process().execute();
    expect(endsOf(await world.get.execute(batch.batchId, ann))).toEqual(['waiting']);
    expect(await counters()).toEqual({ used: null, reserved: null });
    world.accounts.isAway = false;
    await world.later();
    expect(endsOf(await world.finish(batch.batchId, ann))).toEqual(['completed']);
  });

  it('begins no item with a reserved unit either, and releases the unit when its time is over', async () => {
    const { batch } = await world.create(ann, many(1));
    world.jobs.refusal = new DomainError('unavailable', 'unavailable', 'away');
    await world.process().execute();
    world.jobs.refusal = undefined;
    world.accounts.stopped.add(ann);
    await world.later();
    await world.process().execute();
    expect([begunOf(ann), await counters()]).toEqual([0, { used: 0, reserved: 1 }]);
    later(15 * MINUTE_MS);
    await world.later();
    expect(endsOf(await world.finish(batch.batchId, ann))).toEqual(['job_expired']);
    expect(await counters()).toEqual({ used: 0, reserved: 0 });
  });
});
