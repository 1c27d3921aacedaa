import type { SubscriptionChanged } from '@precis/proto/events/billing/v1/subscription';
import { inTransaction } from '@precis/runtime/database';
import { createLogger } from '@precis/runtime/logger';
import { randomUUID } from 'node:crypto';
import { Registry } from 'prom-client';
import { QuotaWorld } from '../testing/quota-world.js';
import { BillingTimetables } from './billing-timetables.provider.js';
import { ConfirmTimetables } from './confirm-timetables.usecase.js';
import { UpdateTimetable } from './update-timetable.usecase.js';
import { TimetablesRepository } from './timetables.repository.js';

const HIGHEST = 2 ** 31 - 1;
let world: QuotaWorld;
let billing: {
  away: boolean;
  knows: Map<string, SubscriptionChanged>;
  asked: number;
  timetableOf(accountId: string): Promise<SubscriptionChanged | undefined>;
};
let update: UpdateTimetable;
let confirm: ConfirmTimetables;
let reads: BillingTimetables;
let metrics: Registry;
let nowMs: number;

beforeAll(async () => void (world = await QuotaWorld.open()));
afterAll(() => world?.close());
beforeEach(async () => {
  await world.database.query('UPDATE quota_accounts SET confirmed = true');
  metrics = new Registry();
  nowMs = 0;
  billing = {
    away: false,
    knows: new Map(),
    asked: 0,
    timetableOf: async (accountId) => {
      billing.asked += 1;
      if (billing.away) throw new Error('billing is away');
      return billing.knows.get(accountId);
    },
  };
  const [timetables, logger] = [new TimetablesRepository(), createLogger('test', 'silent')];
  reads = new BillingTimetables(billing, timetables, logger, () => nowMs);
  update = new UpdateTimetable(reads, timetables, metrics, logger);
  confirm = new ConfirmTimetables(world.database, timetables, reads);
});

function changed(userId: string, version: number, videosPerMonth: number): SubscriptionChanged {
  const seconds = world.now.getTime() / 1_000;
  return {
    userId,
    version,
    freeVideosPerMonth: 3,
    timetable: [{ plan: 'basic', videosPerMonth, fromSeconds: seconds - 1, toSeconds: seconds + 86_400 }],
  };
}
const sell = (account: string, version: number, videos: number) =>
  billing.knows.set(account, changed(account, version, videos));
const deliver = (event: SubscriptionChanged) =>
  inTransaction(world.database, (manager) => update.execute(manager, event));
const limitOf = async (account: string) => (await world.one(account, { kind: 'peek' })).limit;
const refused = async (reason: string) =>
  (await metrics.getSingleMetric('precis_timetable_events_refused_total')!.get()).values.find(
    ({ labels }) => labels.reason === reason,
  )?.value;
const billingIsBack = () => {
  billing.away = false;
  nowMs += 1_000;
};

describe('an event with a timetable', () => {
  it('stores the answer of billing and not its own content, so that a forged one has no effect and is counted', async () => {
    const account = randomUUID();
    sell(account, 5, 100);
    await deliver(changed(account, HIGHEST, 1_000_000));
    expect(await limitOf(account)).toBe(100);
    expect(await refused('unknown_to_billing')).toBe(1);
    sell(account, 6, 500);
    await deliver(changed(account, 6, 500));
    expect(await limitOf(account)).toBe(500);
    expect(await refused('unknown_to_billing')).toBe(1);
  });

  it('of an account that billing does not know leaves no row', async () => {
    const account = randomUUID();
    await deliver(changed(account, 1, 1_000_000));
    expect(await world.database.query('SELECT 1 FROM quota_accounts WHERE account_id = $1', [account])).toEqual([]);
    expect(await refused('unknown_to_billing')).toBe(1);
  });

  it('takes effect while billing is unavailable, by its version, and is confirmed when billing is back', async () => {
    billing.away = true;
    const [honest, forged] = [randomUUID(), randomUUID()];
    await deliver(changed(honest, 2, 100));
    await deliver(changed(honest, 1, 7));
    await deliver(changed(forged, 1, 1_000_000));
    expect([await limitOf(honest), await limitOf(forged)]).toEqual([100, 1_000_000]);
    nowMs += 1_000;
    expect(await confirm.execute()).toBe(0);
    sell(honest, 2, 100);
    sell(forged, 1, 3);
    billingIsBack();
    await confirm.execute();
    expect([await limitOf(honest), await limitOf(forged)]).toEqual([100, 3]);
    const asked = billing.asked;
    expect(await confirm.execute()).toBe(0);
    expect(billing.asked).toBe(asked);
  });

  it('is refused and counted when its version jumps while billing is unavailable, and later true ones take effect', async () => {
    const [known, fresh] = [randomUUID(), randomUUID()];
    sell(known, 5, 100);
    await deliver(changed(known, 5, 100));
    billing.away = true;
    await deliver(changed(known, HIGHEST, 1_000_000));
    await deliver(changed(fresh, HIGHEST, 1_000_000));
    expect([await limitOf(known), await limitOf(fresh)]).toEqual([100, 3]);
    expect(await refused('version_jump')).toBe(2);
    await deliver(changed(known, 6, 200));
    expect(await limitOf(known)).toBe(200);
  });

  it('stores the new terms of a billing that was restored to an earlier state', async () => {
    const account = randomUUID();
    sell(account, 9, 500);
    await deliver(changed(account, 9, 500));
    sell(account, 4, 100);
    await deliver(changed(account, 4, 100));
    expect(await limitOf(account)).toBe(100);
  });

  it('asks an unavailable billing once in a second for 1,000 events in a row', async () => {
    billing.away = true;
    const account = randomUUID();
    for (let version = 1; version <= 1_000; version++) await deliver(changed(account, version, 100));
    expect(billing.asked).toBe(1);
    expect(await limitOf(account)).toBe(100);
  }, 60_000);
});

describe('an answer of billing', () => {
  it('that arrives after the answer to a later question, or after an event, changes nothing', async () => {
    const account = randomUUID();
    const { manager } = world.database;
    const answers: PromiseWithResolvers<SubscriptionChanged>[] = [];
    billing.timetableOf = () => {
      answers.push(Promise.withResolvers<SubscriptionChanged>());
      return answers.at(-1)!.promise;
    };
    const until = async (count: number) => {
      while (answers.length < count) await new Promise((resolve) => setImmediate(resolve));
    };
    const first = reads.read(manager, account);
    await until(1);
    const second = reads.read(manager, account);
    await until(2);
    answers[1].resolve(changed(account, 2, 200));
    await second;
    answers[0].resolve(changed(account, 1, 100));
    await first;
    expect(await limitOf(account)).toBe(200);

    const third = reads.read(manager, account);
    await until(3);
    const delivered = deliver(changed(account, 3, 300));
    await until(4);
    answers[3].reject(new Error('billing went away'));
    await delivered;
    answers[2].resolve(changed(account, 2, 200));
    await third;
    expect(await limitOf(account)).toBe(300);
  });

  it('is requested again for all accounts by the operator after a restore of billing, and for those of an older release', async () => {
    const accounts = Array.from({ length: 45 }, () => randomUUID());
    for (const account of accounts) sell(account, 7, 500);
    for (const account of accounts) await deliver(changed(account, 7, 500));
    for (const account of accounts) sell(account, 3, 100);
    await world.database.query('UPDATE quota_accounts SET confirmed = false WHERE account_id = ANY($1)', [accounts]);
    expect(await confirm.execute()).toBe(45);
    expect(new Set(await Promise.all(accounts.map(limitOf)))).toEqual(new Set([100]));
  });

  it('that one account never gets does not delay the others', async () => {
    const accounts = Array.from({ length: 30 }, () => randomUUID()).sort();
    for (const account of accounts) sell(account, 1, 100);
    await world.database.query('INSERT INTO quota_accounts (account_id) SELECT unnest($1::uuid[])', [accounts]);
    const of = billing.timetableOf;
    billing.timetableOf = (accountId) =>
      accountId === accounts[0] ? Promise.reject(new Error('broken')) : of(accountId);
    for (let turn = 0; turn < 6; turn++) {
      nowMs += 1_000;
      await confirm.execute();
    }
    expect(new Set(await Promise.all(accounts.slice(10).map(limitOf)))).toEqual(new Set([100]));
  });
});
