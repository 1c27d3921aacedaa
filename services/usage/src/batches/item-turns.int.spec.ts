import { randomUUID } from 'node:crypto';
import { BatchWorld, goodItems } from '../testing/batch-world.js';
import { reserve } from '../testing/quota-world.js';

let world: BatchWorld;
beforeAll(async () => void (world = await BatchWorld.open()));
afterAll(() => world.close());

describe('batches of several accounts (LIMIT-15)', () => {
  it('whose items come back for want of free units do not delay a newer batch of another account', async () => {
    const [ann, ben] = [randomUUID(), randomUUID()];
    for (let unit = 0; unit < 3; unit++) await world.quota.one(ann, reserve(randomUUID()));
    const { batch: old } = await world.create(ann, goodItems('one', 'two'));
    await world.process().execute();
    const { batch: newer } = await world.create(ben, goodItems('three'));
    await world.quota.database.query('UPDATE batch_items SET due_at = now() WHERE batch_id = $1', [old.batchId]);
    const holder = randomUUID();
    const next = await world.items.take(holder, 60_000, 2, world.quota.now);
    expect(next?.batchId).toBe(newer.batchId);
    await world.items.putBack(next!, holder, 0);
  });
});
