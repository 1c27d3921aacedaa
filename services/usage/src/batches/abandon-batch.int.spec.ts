import { randomUUID } from 'node:crypto';
import { BatchWorld, endsOf, goodItems } from '../testing/batch-world.js';
import { wrongMonths } from '../testing/books-audit.js';

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

const counters = () => world.quota.counters(ann);

describe('a batch whose creation was not answered (SUM-27, QUOTA-2)', () => {
  it('costs nothing: items that wait or have begun are cancelled, and charged ones are refunded', async () => {
    const { batch } = await world.create(ann, goodItems('one', 'two', 'three'));
    await world.process(1).execute();
    await world.endJobs();
    await world.later();
    await world.process(1).execute();
    expect(await counters()).toEqual({ used: 1, reserved: 1 });
    await world.abandon.execute(batch.batchId, ann);
    expect(await counters()).toEqual({ used: 0, reserved: 0 });
    const abandoned = await world.get.execute(batch.batchId, ann);
    expect(abandoned).toMatchObject({ cancelledAt: expect.any(Date), finishedAt: expect.any(Date) });
    await world.endJobs();
    await world.abandon.execute(batch.batchId, ann);
    expect([await counters(), await world.get.execute(batch.batchId, ann)]).toEqual([
      { used: 0, reserved: 0 },
      abandoned,
    ]);
  });

  it('is not created later: a request that was on its way meanwhile begins no item', async () => {
    const batchId = randomUUID();
    await world.abandon.execute(batchId, ann);
    await world.create(ann, goodItems('one', 'two'), { batchId }).catch(() => undefined);
    await world.process().execute();
    expect(endsOf(await world.get.execute(batchId, ann))).toEqual([]);
    expect(world.jobs.open.size).toBe(0);
  });

  it('is created or abandoned, never both, when both come at the same time', async () => {
    for (let round = 0; round < 10; round++) {
      const batchId = randomUUID();
      const creating = world.create(ann, goodItems('one', 'two'), { batchId }).catch(() => undefined);
      await Promise.all([creating, world.abandon.execute(batchId, ann)]);
      expect(await world.get.execute(batchId, ann)).toMatchObject({ finishedAt: expect.any(Date) });
    }
    await world.process().execute();
    expect(world.jobs.open.size).toBe(0);
  });

  it('cannot be abandoned by another account', async () => {
    const { batch } = await world.create(ann, goodItems('one'));
    await expect(world.abandon.execute(batch.batchId, randomUUID())).rejects.toMatchObject({ code: 'batch_not_found' });
    expect(endsOf(await world.finish(batch.batchId, ann))).toEqual(['completed']);
    await expect(world.abandon.execute('x', ann)).rejects.toMatchObject({ code: 'batch_invalid' });
  });
});
