import { createLogger } from '@precis/runtime/logger';
import { eventually } from '@precis/testing/eventually';
import { randomUUID } from 'node:crypto';
import { BillingStandIn } from '../testing/billing-stand-in.js';
import { QuotaWorld } from '../testing/quota-world.js';
import { limitAt } from '../quota/quota-limit.rule.js';
import { BillingClient } from './billing.client.js';
import { BillingTimetables } from './billing-timetables.provider.js';
import { RecheckTimetable } from './recheck-timetable.usecase.js';
import { TimetablesRepository } from './timetables.repository.js';

const SECRET = 'usage-secret-of-the-tests';
let world: QuotaWorld;
let billing: BillingStandIn;
let client: BillingClient;
let nowMs: number;
let recheck: RecheckTimetable;

beforeAll(async () => void (world = await QuotaWorld.open()));
afterAll(() => world?.close());
beforeEach(async () => {
  nowMs = 1_000_000;
  billing = await BillingStandIn.start(SECRET);
  client = new BillingClient(billing.address, SECRET);
  // On a busy machine connecting may take longer than a call's deadline.
  await eventually('a connection to billing', () =>
    client.timetableOf(randomUUID()).then(
      () => true,
      () => false,
    ),
  );
  billing.knowledge.asked.length = 0;
  const logger = createLogger('test', 'silent');
  recheck = new RecheckTimetable(
    new BillingTimetables(client, new TimetablesRepository(), logger, () => nowMs),
    world.database,
    logger,
    () => nowMs,
  );
});
afterEach(async () => {
  client.onApplicationShutdown();
  await billing.close();
});

const limitOf = async (accountId: string) => (await world.one(accountId, { kind: 'peek' })).limit;

describe('reading a timetable again', () => {
  it('happens at most once in 5 s for one account, and does not delay another', async () => {
    const [account, other] = [randomUUID(), randomUUID()];
    await recheck.execute(account, 'refusal');
    nowMs += 4_999;
    await recheck.execute(account, 'refusal');
    await recheck.execute(other, 'refusal');
    expect(billing.knowledge.asked).toEqual([account, other]);
    nowMs += 1;
    await recheck.execute(account, 'refusal');
    expect(billing.knowledge.asked).toEqual([account, other, account]);
  });

  it('happens each time before the waiting items of a batch end, and refusals share its answer', async () => {
    const account = randomUUID();
    await recheck.execute(account, 'refusal');
    await recheck.execute(account, 'end_of_batch');
    billing.sell(account, 100, world.now);
    expect(limitAt((await recheck.execute(account, 'end_of_batch'))!, world.now)).toBe(100);
    expect(limitAt((await recheck.execute(account, 'refusal'))!, world.now)).toBe(100);
    expect(billing.knowledge.asked).toHaveLength(3);
  });

  it('stores the answer of billing, also with a lower version, as after a restore of billing', async () => {
    const account = randomUUID();
    billing.sell(account, 100, world.now, 5);
    expect(limitAt((await recheck.execute(account, 'refusal'))!, world.now)).toBe(100);
    expect(await limitOf(account)).toBe(100);
    nowMs += 5_000;
    billing.sell(account, 500, world.now, 4);
    await recheck.execute(account, 'refusal');
    expect(await limitOf(account)).toBe(500);
  });

  it('pauses for a second after a failure of billing, for all accounts, and then continues', async () => {
    billing.knowledge.hangs = true;
    expect(await recheck.execute(randomUUID(), 'refusal')).toBeNull();
    billing.knowledge.hangs = false;
    const account = randomUUID();
    billing.sell(account, 100, world.now);
    nowMs += 999;
    expect(await recheck.execute(account, 'refusal')).toBeNull();
    expect(billing.knowledge.asked).toHaveLength(1);
    nowMs += 1;
    expect(await recheck.execute(account, 'refusal')).not.toBeNull();
  });

  it('runs for at most 100 accounts at once; the others are decided without it', async () => {
    billing.knowledge.hangs = true;
    const answers = await Promise.all(Array.from({ length: 300 }, () => recheck.execute(randomUUID(), 'refusal')));
    expect(answers).toEqual(Array(300).fill(null));
    expect(billing.knowledge.asked.length).toBeGreaterThan(0);
    expect(billing.knowledge.asked.length).toBeLessThanOrEqual(100);
  });
});
