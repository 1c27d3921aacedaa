import { DomainError } from '@precis/runtime/domain-error';
import { randomUUID } from 'node:crypto';
import { BatchWorld, endsOf, goodItems } from '../testing/batch-world.js';
import { wrongMonths } from '../testing/books-audit.js';
import { charge, release } from '../testing/quota-world.js';

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

describe('an item without an end event (QUOTA-23)', () => {
  it('because no job is accepted, keeps its unit for 15 minutes and then costs nothing', async () => {
    const { batch } = await world.create(ann, many(1));
    world.jobs.refusal = new DomainError('unavailable', 'unavailable', 'away');
    await world.process().execute();
    await world.later();
    await world.process().execute();
    expect(await counters()).toEqual({ used: 0, reserved: 1 });
    later(15 * MINUTE_MS);
    expect(endsOf(await world.finish(batch.batchId, ann))).toEqual(['job_expired']);
    expect(await counters()).toEqual({ used: 0, reserved: 0 });
  });

  it.each([
    ['unauthenticated', 'caller_unknown'],
    ['forbidden', 'caller_refused'],
  ] as const)('is retried when a copy of the previous release answers %s to usage', async (kind, code) => {
    const { batch } = await world.create(ann, many(1));
    world.jobs.refusal = new DomainError(kind, code, 'Who are you?');
    await world.process().execute();
    expect(endsOf(await world.get.execute(batch.batchId, ann))).toEqual(['running']);
    expect(await counters()).toEqual({ used: 0, reserved: 1 });
    world.jobs.refusal = undefined;
    await world.later();
    expect(endsOf(await world.finish(batch.batchId, ann))).toEqual(['completed']);
    expect(await counters()).toEqual({ used: 1, reserved: 0 });
  });

  it('ends with the code of a final refusal by summarisation', async () => {
    const { batch } = await world.create(ann, many(1));
    world.jobs.refusal = new DomainError('invalid', 'language_unknown', 'No such language.');
    await world.process().execute();
    expect(endsOf(await world.get.execute(batch.batchId, ann))).toEqual(['language_unknown']);
    expect(await counters()).toEqual({ used: 0, reserved: 0 });
  });

  it('whose event a copy of the previous release handled ends a minute later like its call', async () => {
    const { batch } = await world.create(ann, many(3));
    await world.process(3).execute();
    const [charged, released, open] = [...world.jobs.open.values()].map(({ item }) => item);
    await world.quota.one(ann, charge(charged.callId));
    await world.quota.one(ann, release(released.callId));
    later(MINUTE_MS - 1_000);
    await world.process(3).execute();
    expect(endsOf(await world.get.execute(batch.batchId, ann))).toEqual(['running', 'running', 'running']);
    later(2_000);
    await world.process(3).execute();
    const endOf = ({ callId }: { callId: string }) =>
      world.quota.database.query('SELECT state, error_code FROM batch_items WHERE call_id = $1', [callId]);
    expect(await endOf(charged)).toEqual([{ state: 'completed', error_code: null }]);
    expect(await endOf(released)).toEqual([{ state: 'failed', error_code: 'quota_released' }]);
    expect(await endOf(open)).toEqual([{ state: 'running', error_code: null }]);
    await world.endJob(open.callId);
    expect((await world.get.execute(batch.batchId, ann)).finishedAt).not.toBeNull();
    expect(await counters()).toEqual({ used: 2, reserved: 0 });
  });

  it('whose event was lost ends after the hour of its unit, charged if its call was', async () => {
    const { batch } = await world.create(ann, many(2));
    await world.process().execute();
    const [charged] = [...world.jobs.open.values()].map(({ item }) => item);
    await world.quota.one(ann, charge(charged.callId));
    world.jobs.open.clear();
    later(60 * MINUTE_MS);
    await world.process().execute();
    expect(endsOf(await world.get.execute(batch.batchId, ann)).sort()).toEqual(['completed', 'running']);
    later(11 * MINUTE_MS);
    const ended = await world.finish(batch.batchId, ann);
    expect(endsOf(ended).sort()).toEqual(['completed', 'job_expired']);
    expect(await counters()).toEqual({ used: 1, reserved: 0 });
  });
});
