import { randomUUID } from 'node:crypto';
import { BatchWorld, badItem, endsOf, goodItems } from '../testing/batch-world.js';
import { wrongMonths } from '../testing/books-audit.js';
import { charge, release, reserve } from '../testing/quota-world.js';
import { ErasedAccountsRepository } from '../erasure/erased-accounts.repository.js';
import { RequestsRepository } from '../requests/requests.repository.js';
import { ClearErasedAccounts } from '../erasure/clear-erased-accounts.usecase.js';
import { BatchItemsRepository } from './batch-items.repository.js';
import { ForgetBatches } from './forget-batches.usecase.js';
import { ListBatches } from './list-batches.usecase.js';

const MINUTE_MS = 60_000;
const many = (count: number) => goodItems(...Array.from({ length: count }, (_, nr) => `video${nr}`));

let world: BatchWorld;
let ann: string;
beforeAll(async () => {
  world = await BatchWorld.open();
});
beforeEach(() => {
  ann = randomUUID();
  Object.assign(world.jobs, { refusal: undefined, onAccepted: async () => undefined });
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

describe('a batch (SUM-27)', () => {
  it('charges 3 summaries and refuses 2 when 3 are left for 5 good items, beside a bad one and one without captions', async () => {
    const items = [badItem(), ...goodItems('no-captions', 'one', 'two', 'three', 'four', 'five')];
    const { batch } = await world.create(ann, items);
    expect(endsOf(batch)).toEqual(['invalid_url', ...Array<string>(6).fill('waiting')]);
    const ended = await world.finish(batch.batchId, ann);
    expect(endsOf(ended).slice(0, 2)).toEqual(['invalid_url', 'transcript_disabled']);
    expect(endsOf(ended).slice(2).sort()).toEqual([
      'completed',
      'completed',
      'completed',
      'quota_exceeded',
      'quota_exceeded',
    ]);
    expect(await counters()).toEqual({ used: 3, reserved: 0 });
    expect(await world.told(batch.batchId)).toEqual([
      { userId: ann, batchId: batch.batchId, items: 7, completed: 3, failed: 4, cancelled: 0 },
    ]);
    const [{ prompts }] = await world.quota.database.query(
      `SELECT count(*)::int AS prompts FROM batch_items WHERE batch_id = $1 AND parameters IS NOT NULL`,
      [batch.batchId],
    );
    expect(prompts).toBe(0);
  });

  it('of bad items only ends immediately, is announced, and reserves nothing', async () => {
    const { batch } = await world.create(ann, [badItem(), badItem('missing_parameter')]);
    expect(batch.finishedAt).not.toBeNull();
    expect(await world.told(batch.batchId)).toMatchObject([{ items: 2, failed: 2 }]);
    await expect(world.get.execute(batch.batchId, randomUUID())).rejects.toMatchObject({ code: 'batch_not_found' });
  });

  it('waits for units that other calls have reserved, and continues when they are released', async () => {
    const others = [randomUUID(), randomUUID(), randomUUID()];
    for (const callId of others) await world.quota.one(ann, reserve(callId));
    const { batch } = await world.create(ann, many(2));
    await world.process().execute();
    expect(endsOf(await world.get.execute(batch.batchId, ann))).toEqual(['waiting', 'waiting']);
    await world.quota.one(ann, charge(others[0]));
    await world.quota.one(ann, charge(others[1]));
    await world.quota.one(ann, release(others[2]));
    await world.later();
    expect(endsOf(await world.finish(batch.batchId, ann)).sort()).toEqual(['completed', 'quota_exceeded']);
    expect(await counters()).toEqual({ used: 3, reserved: 0 });
  });

  it('waits when its quota seems used up while billing does not answer, and continues when billing has sold more', async () => {
    for (const callId of [randomUUID(), randomUUID(), randomUUID()]) {
      await world.quota.one(ann, reserve(callId));
      await world.quota.one(ann, charge(callId));
    }
    world.billing.isAway = true;
    const { batch } = await world.create(ann, many(2));
    await world.process().execute();
    expect(endsOf(await world.get.execute(batch.batchId, ann))).toEqual(['waiting', 'waiting']);
    world.billing.isAway = false;
    world.billing.sold.set(ann, { freeVideosPerMonth: 4, entries: [] });
    await world.later();
    expect(endsOf(await world.finish(batch.batchId, ann)).sort()).toEqual(['completed', 'quota_exceeded']);
    expect(await counters()).toEqual({ used: 4, reserved: 0 });
  });

  it('is listed with the others of its account, page by page, newest first (ACC-38)', async () => {
    const ids: string[] = [];
    for (const count of [1, 2, 3]) {
      ids.unshift((await world.create(ann, many(count))).batch.batchId);
      later(1_000);
    }
    await world.create(randomUUID(), many(1));
    const list = new ListBatches(world.quota.database, world.batches);
    const first = await list.execute(ann, '', 2);
    expect(first.found).toEqual([await world.get.execute(ids[0], ann), await world.get.execute(ids[1], ann)]);
    const second = await list.execute(ann, first.next, 2);
    expect([second.found.map(({ batchId }) => batchId), second.next]).toEqual([[ids[2]], '']);
    await expect(list.execute(ann, 'x', 2)).rejects.toMatchObject({ code: 'cursor_invalid' });
  });

  it('is deleted with its prompts 6 days after its end, and with its account (SUM-30)', async () => {
    const ben = randomUUID();
    const [{ batch: old }, { batch: his }] = [await world.create(ann, [badItem()]), await world.create(ben, many(3))];
    const forget = new ForgetBatches(world.quota.database, world.batches, world.quota.clock);
    await forget.execute();
    expect(await world.get.execute(old.batchId, ann)).toMatchObject({ batchId: old.batchId });
    later(6 * 24 * 60 * MINUTE_MS + 1_000);
    await forget.execute();
    await expect(world.get.execute(old.batchId, ann)).rejects.toMatchObject({ code: 'batch_not_found' });
    await world.get.execute(his.batchId, ben);
    const erased = new ErasedAccountsRepository();
    await erased.add(world.quota.database.manager, ben, world.quota.now);
    const requests = new RequestsRepository(world.quota.database);
    await new ClearErasedAccounts(world.quota.database, erased, world.quota.clock, requests).execute();
    const left = await world.quota.database.query('SELECT FROM batch_items WHERE account_id = $1', [ben]);
    expect(left).toEqual([]);
  });
});

describe('the Idempotency-Key of a batch (SUM-29)', () => {
  it('belongs to one batch, also for parallel repeats, and to one body', async () => {
    const all = await Promise.all([1, 2, 3, 4].map(() => world.create(ann, many(2), { key: 'mine' })));
    expect(new Set(all.map(({ batch }) => batch.batchId)).size).toBe(1);
    expect(all.filter(({ replayed }) => !replayed)).toHaveLength(1);
    await expect(world.create(ann, many(1), { key: 'mine', body: 'other' })).rejects.toThrow('mismatch');
    const ended = await world.finish(all[0].batch.batchId, ann);
    expect(endsOf(ended)).toEqual(['completed', 'completed']);
    expect((await world.create(ann, many(2), { key: 'mine' })).batch).toEqual(ended);
    expect(await counters()).toEqual({ used: 2, reserved: 0 });
    const other = await world.create(randomUUID(), many(1), { key: 'mine' });
    expect(other.replayed).toBe(false);
  });
});

describe('a batch that is cancelled (SUM-28)', () => {
  it('midway charges only finished items: units of items in progress are returned immediately, and their late end charges nothing', async () => {
    const { batch } = await world.create(ann, many(3));
    await world.process(1).execute();
    await world.endJobs();
    await world.later();
    await world.process(1).execute();
    const cancelled = await world.cancel.execute(batch.batchId, ann);
    expect(endsOf(cancelled)).toEqual(['completed', 'cancelled', 'cancelled']);
    expect(cancelled.finishedAt).not.toBeNull();
    expect(await counters()).toEqual({ used: 1, reserved: 0 });
    const told = [{ items: 3, completed: 1, failed: 0, cancelled: 2 }];
    expect(await world.told(batch.batchId)).toMatchObject(told);
    await world.endJobs();
    expect(await world.cancel.execute(batch.batchId, ann)).toEqual(cancelled);
    expect(await counters()).toEqual({ used: 1, reserved: 0 });
    expect(await world.told(batch.batchId)).toMatchObject(told);
    await expect(world.cancel.execute(batch.batchId, randomUUID())).rejects.toMatchObject({ code: 'batch_not_found' });
  });

  it('keeps an item that is already charged, although its event has not arrived', async () => {
    const { batch } = await world.create(ann, many(2));
    await world.process(2).execute();
    const [first] = [...world.jobs.open.values()].map(({ item }) => item);
    await world.quota.one(ann, charge(first.callId));
    const cancelled = await world.cancel.execute(batch.batchId, ann);
    expect(endsOf(cancelled)[first.index]).toBe('completed');
    expect(endsOf(cancelled).sort()).toEqual(['cancelled', 'completed']);
    await world.endJobs();
    expect(await counters()).toEqual({ used: 1, reserved: 0 });
  });

  it('while its jobs end charges each of them or cancels it, never both', async () => {
    for (let round = 0; round < 5; round++) {
      const account = randomUUID();
      const { batch } = await world.create(account, many(3));
      await world.process(3).execute();
      await Promise.all([
        ...[...world.jobs.open.keys()].map((id) => world.endJob(id)),
        world.cancel.execute(batch.batchId, account),
      ]);
      const ended = await world.get.execute(batch.batchId, account);
      const completed = endsOf(ended).filter((end) => end === 'completed').length;
      expect(endsOf(ended).filter((end) => end === 'cancelled')).toHaveLength(3 - completed);
      expect(await counters(account)).toEqual({ used: completed, reserved: 0 });
      expect(await world.told(batch.batchId)).toMatchObject([{ completed, cancelled: 3 - completed }]);
    }
  });

  it('while its items are begun ends each of them once, and announces its end once', async () => {
    const { batch } = await world.create(ann, many(20));
    const working = world.process(2).execute();
    await Promise.all([working, world.cancel.execute(batch.batchId, ann), world.process(2).execute()]);
    const ended = await world.finish(batch.batchId, ann);
    const completed = endsOf(ended).filter((end) => end === 'completed').length;
    await world.endJobs();
    expect((await counters().then((found) => found?.used)) ?? 0).toBe(completed);
    expect(await world.told(batch.batchId)).toMatchObject([{ items: 20, completed, cancelled: 20 - completed }]);
  });
});

describe('a process that is killed', () => {
  /** Stops for ever before or after a step. */
  class Killed extends BatchItemsRepository {
    constructor(private readonly at: 'before begun' | 'after begun') {
      super(world.quota.database);
    }

    override async begun(...of: Parameters<BatchItemsRepository['begun']>): Promise<boolean> {
      if (this.at === 'after begun') await super.begun(...of);
      throw new Error('killed');
    }
  }
  it.each(['before begun', 'after begun'] as const)('%s loses and charges nothing twice', async (at) => {
    const { batch } = await world.create(ann, many(3));
    const before = world.jobs.accepted.length;
    await world.process(2, new Killed(at)).execute();
    await world.later();
    const ended = await world.finish(batch.batchId, ann);
    expect(endsOf(ended)).toEqual(['completed', 'completed', 'completed']);
    expect(world.jobs.accepted.slice(before)).toHaveLength(3);
    expect(await counters()).toEqual({ used: 3, reserved: 0 });
    expect(await world.told(batch.batchId)).toHaveLength(1);
  });

  it('while it holds items, before and after the reservation, leaves them to another process', async () => {
    const { batch } = await world.create(ann, many(2));
    const holder = randomUUID();
    const [one, other] = [
      await world.items.take(holder, 30_000, 2, world.quota.now),
      await world.items.take(holder, 30_000, 2, world.quota.now),
    ];
    const facts = { idemHash: null, bodyHash: other!.bodyHash, client: 'curl', endpoint: '/b', holder: null };
    await world.quota.one(ann, { kind: 'reserve', callId: other!.callId, mode: 'job', facts });
    expect([one!.index, other!.index]).toEqual([0, 1]);
    await world.process().execute();
    expect(world.jobs.open.size).toBe(0);
    await world.later();
    expect(endsOf(await world.finish(batch.batchId, ann))).toEqual(['completed', 'completed']);
    expect(await counters()).toEqual({ used: 2, reserved: 0 });
  });

  it('and whose batch was cancelled meanwhile gives the unit back', async () => {
    const { batch } = await world.create(ann, many(1));
    const item = await world.items.take(randomUUID(), 30_000, 2, world.quota.now);
    const facts = { idemHash: null, bodyHash: item!.bodyHash, client: 'curl', endpoint: '/b', holder: null };
    await world.quota.one(ann, { kind: 'reserve', callId: item!.callId, mode: 'job', facts });
    await world.cancel.execute(batch.batchId, ann);
    await world.later();
    expect(endsOf(await world.finish(batch.batchId, ann))).toEqual(['cancelled']);
    expect(await counters()).toEqual({ used: 0, reserved: 0 });
  });

  it('whose job ended before its acceptance was recorded does not change the item any more', async () => {
    const { batch } = await world.create(ann, many(1));
    world.jobs.onAccepted = () => world.endJobs();
    await world.process().execute();
    expect(endsOf(await world.get.execute(batch.batchId, ann))).toEqual(['completed']);
    expect(await counters()).toEqual({ used: 1, reserved: 0 });
  });
});
