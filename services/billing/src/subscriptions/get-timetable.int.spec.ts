import { randomUUID } from 'node:crypto';
import { PlansRepository } from '../plans/plans.repository.js';
import { GrantingDatabase } from '../testing/granting-database.js';
import { GetTimetable } from './get-timetable.usecase.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';

let world: GrantingDatabase;
let timetables: GetTimetable;
beforeAll(async () => {
  world = await GrantingDatabase.open();
  timetables = new GetTimetable(world.database, new PlansRepository(), new SubscriptionsRepository());
});
afterAll(() => world?.close());

const grant = (accountId: string, plan: string) =>
  world.granter().execute({ grantId: randomUUID(), accountId, plan, months: 1 });

describe('timetable of an account', () => {
  it('equals its newest event, also after an upgrade', async () => {
    const accountId = randomUUID();
    for (const plan of ['basic', 'enterprise', 'medium']) {
      await grant(accountId, plan);
      expect(await timetables.execute(accountId)).toEqual((await world.announced(accountId)).at(-1));
    }
    expect((await timetables.execute(accountId))!.version).toBe(3);
  });

  it('is absent for an account without announcements', async () => {
    expect(await timetables.execute(randomUUID())).toBeUndefined();
  });

  it('never pairs a version with the terms of another while terms are granted in parallel', async () => {
    const accountId = randomUUID();
    await grant(accountId, 'basic');
    let granting = true;
    const grants = Promise.all(Array.from({ length: 8 }, () => grant(accountId, 'basic'))).finally(
      () => (granting = false),
    );
    const read = [];
    while (granting) read.push(await timetables.execute(accountId));
    await grants;
    read.push(await timetables.execute(accountId));
    const announced = new Map((await world.announced(accountId)).map((event) => [event.version, event]));
    expect(announced.size).toBe(9);
    for (const timetable of read) expect(timetable).toEqual(announced.get(timetable!.version));
  });
});
