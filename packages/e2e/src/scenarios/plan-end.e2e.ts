import { eventually } from '@precis/testing/eventually';
import { type Account, register } from '../deployment/accounts.js';
import { grantPlan } from '../deployment/grant-plan.js';
import { type MovedDeployment, startMoved } from '../privacy/moved-deployment.js';

jest.setTimeout(120_000);

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

let running: MovedDeployment;
beforeAll(async () => void (running = await startMoved()), 90_000);
afterAll(() => running?.close(), 90_000);

/** Subjects about the plan in the account's mailbox. */
async function planMails({ email }: Account): Promise<string[]> {
  const subjects = (await running.mailbox(email)).map(({ subject }) => subject);
  return subjects.filter((subject) => subject.startsWith('Your Precis plan ')).sort();
}

async function arrived(account: Account, ...expected: string[]): Promise<void> {
  const subjects = expected.map((what) => `Your Precis plan ${what}`).sort();
  await eventually(`mails: ${expected.join(', ')}`, async () => (await planMails(account)).length >= subjects.length);
  expect(await planMails(account)).toEqual(subjects);
}

async function endOf(account: Account): Promise<Date> {
  const [{ id }] = await running.rows('auth', 'SELECT id FROM users WHERE email = $1', [account.email]);
  const [{ at }] = await running.rows('billing', 'SELECT max(ends_at) AS at FROM terms WHERE account_id = $1', [id]);
  return at;
}

const before = (end: Date, days: number, ms = 0) => running.moveTo(new Date(end.getTime() - days * DAY_MS + ms));

describe('the mails about the end of a plan', () => {
  it('come 7, 3 and 1 days before it and after it, each once, when the clock of the product passes each of these times (MAIL-6)', async () => {
    const ann = await register(running);
    await grantPlan(running.operator, ann.email, 'basic');
    const end = await endOf(ann);
    const seen: string[] = [];
    for (const [days, subject] of [
      [7, 'ends in 7 days'],
      [3, 'ends in 3 days'],
      [1, 'ends in 1 day'],
      [0, 'has ended'],
    ] as const) {
      await before(end, days, -MINUTE_MS);
      await before(end, days, MINUTE_MS);
      await before(end, days, 2 * MINUTE_MS);
      seen.push(subject);
      await arrived(ann, ...seen);
    }
    await before(end, -1);
    await arrived(ann, ...seen);
    const [reminder] = (await running.mailbox(ann.email)).filter(({ subject }) => subject.endsWith('ends in 3 days'));
    expect(reminder.links).toContainEqual(expect.stringMatching(/\/pricing\?extend=basic$/));
  });

  it('come for the new end alone once the plan is extended', async () => {
    const [ben, eve] = [await register(running), await register(running)];
    for (const { email } of [ben, eve]) await grantPlan(running.operator, email, 'basic');
    const end = await endOf(ben);
    await before(end, 6, MINUTE_MS);
    await arrived(ben, 'ends in 6 days');
    await grantPlan(running.operator, ben.email, 'basic');
    const later = await endOf(ben);
    await before(end, -1);
    // Mails to the account that did not extend: when they have arrived, those to the other account would have arrived as well.
    await arrived(eve, 'ends in 6 days', 'has ended');
    await arrived(ben, 'ends in 6 days');
    await before(later, 2, MINUTE_MS);
    await arrived(ben, 'ends in 6 days', 'ends in 2 days');
  });
});
