import { randomUUID } from 'node:crypto';
import type { CallSubject } from '../quota/metered-call.rule.js';
import { HideSummary } from '../summaries/hide-summary.usecase.js';
import { SummariesRepository } from '../summaries/summaries.repository.js';
import { QuotaWorld, reserve } from '../testing/quota-world.js';
import { ActivityController } from './activity.controller.js';
import { ActivityRepository } from './activity.repository.js';

const DAY_MS = 86_400_000;
const START = new Date('2026-11-21T12:00:00Z');

let world: QuotaWorld;
let activity: ActivityController;
let hide: HideSummary;
beforeAll(async () => {
  world = await QuotaWorld.open();
  activity = new ActivityController(new ActivityRepository(world.database), world.clock, world.alone);
  hide = new HideSummary(world.database, world.quotas, new SummariesRepository(world.database), world.clock);
});
beforeEach(() => void (world.now = START));
afterAll(() => world.close());

async function charged(accountId: string, client: string, title: string | null): Promise<string> {
  world.now = new Date(world.now.getTime() + 1_000);
  const { callId, facts } = reserve();
  const subject: CallSubject | null =
    title === null ? null : { videoId: 'v', title, summaryType: 'short', durationSeconds: 1 };
  const operation = {
    kind: 'reserveAndCharge' as const,
    callId,
    facts: { ...facts, client },
    resultRef: `result-${callId}`,
    subject,
  };
  expect((await world.one(accountId, operation)).outcome).toMatchObject({ kind: 'charged' });
  return callId;
}

/** Client and title of each row, newest first. */
async function rows(accountId: string): Promise<[string, string | undefined][]> {
  const { days } = await activity.getDetails({ accountId, month: '2026-11' });
  return days.flatMap(({ logs }) => logs.map(({ client, title }): [string, string | undefined] => [client, title]));
}

describe('the activity log of a month (QUOTA-16)', () => {
  it('shows client and title of each call, and no title for calls from before titles were kept', async () => {
    const accountId = randomUUID();
    await charged(accountId, '', null);
    await charged(accountId, 'cursor/1.2', 'How locks work');
    await charged(randomUUID(), 'curl', 'Of somebody else');
    expect(await rows(accountId)).toEqual([
      ['cursor/1.2', 'How locks work'],
      ['', undefined],
    ]);
  });

  it('shows no title after the owner deleted the summary, and keeps the row with its client (SUM-12)', async () => {
    const accountId = randomUUID();
    const deleted = await charged(accountId, 'curl', 'Deleted');
    await charged(accountId, 'curl', 'Kept');
    await hide.execute(accountId, deleted);
    expect(await rows(accountId)).toEqual([
      ['curl', 'Kept'],
      ['curl', undefined],
    ]);
  });

  it('shows a title for exactly 30 days, even before the job that deletes it has run (DATA-4)', async () => {
    const accountId = randomUUID();
    await charged(accountId, 'curl', 'Old');
    world.now = new Date(START.getTime() + 1_000 + 30 * DAY_MS - 1);
    expect(await rows(accountId)).toEqual([['curl', 'Old']]);
    world.now = new Date(START.getTime() + 1_000 + 30 * DAY_MS);
    expect(await rows(accountId)).toEqual([['curl', undefined]]);
  });
});
