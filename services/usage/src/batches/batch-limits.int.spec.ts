import { randomUUID } from 'node:crypto';
import { BatchWorld, badItem, endsOf, goodItems } from '../testing/batch-world.js';
import { wrongMonths } from '../testing/books-audit.js';
import { BatchLimits } from './create-batch.usecase.js';

const MINUTE_MS = 60_000;
const many = (count: number) => goodItems(...Array.from({ length: count }, (_, nr) => `video${nr}`));

let world: BatchWorld;
let ann: string;
beforeAll(async () => {
  world = await BatchWorld.open();
});
beforeEach(() => {
  ann = randomUUID();
});
afterAll(async () => {
  expect(await wrongMonths(world.quota.database)).toEqual([]);
  await world.close();
});

const later = (ms: number) => {
  world.quota.now = new Date(world.quota.now.getTime() + ms);
};

describe('many batches (LIMIT-15)', () => {
  it('of one account do not delay those of another, and at most two of its items are in progress', async () => {
    const ben = randomUUID();
    const { batch: long } = await world.create(ann, many(100));
    const { batch: short } = await world.create(ben, many(1));
    await world.process().execute();
    await world.process().execute();
    expect(endsOf(await world.get.execute(short.batchId, ben))).toEqual(['running']);
    const atWork = endsOf(await world.get.execute(long.batchId, ann)).filter((end) => end === 'running');
    expect(atWork).toHaveLength(2);
    await world.endJobs();
    expect(endsOf(await world.get.execute(short.batchId, ben))).toEqual(['completed']);
    expect(endsOf(await world.finish(long.batchId, ann)).filter((end) => end === 'completed')).toHaveLength(3);
  });

  it('are refused beyond the limit of open ones, and beyond that of 24 hours, with the time until the next', async () => {
    const limits = new BatchLimits(2, 3, 20_000);
    const create = (items = many(1)) => world.create(ann, items, { limits });
    const first = await create();
    await create();
    await expect(create()).rejects.toMatchObject({ code: 'too_many_batches', limit: 2, kind: 'exhausted' });
    await world.cancel.execute(first.batch.batchId, ann);
    later(MINUTE_MS);
    await create([badItem()]);
    await world.cancel.execute((await world.create(ann, many(1))).batch.batchId, ann);
    await expect(create([badItem()])).rejects.toMatchObject({
      code: 'too_many_batches',
      limit: 3,
      retryAfterSeconds: 24 * 3_600 - 60,
    });
    later(24 * 60 * MINUTE_MS - MINUTE_MS);
    await create([badItem()]);
    await expect(world.create(ann, [])).rejects.toMatchObject({ code: 'batch_invalid' });
    await expect(world.create(ann, many(101))).rejects.toMatchObject({ code: 'batch_invalid' });
  });

  it('are refused as overloaded while the items of all accounts that have not ended are too many', async () => {
    const [{ open }] = await world.quota.database.query(
      `SELECT count(*)::int AS open FROM batch_items WHERE state IN ('waiting', 'running')`,
    );
    const limits = new BatchLimits(3, 100, open + 2);
    const ben = randomUUID();
    const { batch } = await world.create(ann, many(2), { key: 'one', limits });
    const create = () => world.create(ben, many(1), { limits });
    await expect(create()).rejects.toMatchObject({ code: 'overloaded', kind: 'unavailable', retryAfterSeconds: 60 });
    expect(await world.create(ann, many(2), { key: 'one', limits })).toMatchObject({ replayed: true });
    await world.cancel.execute(batch.batchId, ann);
    await expect(create()).resolves.toMatchObject({ replayed: false });
  });
});
