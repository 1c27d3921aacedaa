import { DomainError } from '@precis/runtime/domain-error';
import { randomUUID } from 'node:crypto';
import type { CallSubject } from '../quota/metered-call.rule.js';
import { charge, QuotaWorld, release, reserve } from '../testing/quota-world.js';
import { ForgetUnreadable } from './forget-unreadable.usecase.js';
import { HideSummary } from './hide-summary.usecase.js';
import { SummariesController } from './summaries.controller.js';
import { SummariesRepository } from './summaries.repository.js';

const DAY_MS = 86_400_000;
const START = new Date('2026-11-21T12:00:00Z');

let world: QuotaWorld;
let summaries: SummariesController;
let forget: ForgetUnreadable;
beforeAll(async () => {
  world = await QuotaWorld.open();
  const repository = new SummariesRepository(world.database);
  const hide = new HideSummary(world.database, world.quotas, repository, world.clock);
  summaries = new SummariesController(repository, hide, world.clock);
  forget = new ForgetUnreadable(repository, world.clock);
});
beforeEach(() => void (world.now = START));
afterAll(() => world.close());

const later = (ms: number) => void (world.now = new Date(world.now.getTime() + ms));
const subject = (title: string): CallSubject => ({
  videoId: 'precisDemo1',
  title,
  summaryType: 'short',
  durationSeconds: 61,
});

/** Charges a call now, a second after the previous one. */
async function charged(accountId: string, about: CallSubject | null, key?: string): Promise<string> {
  later(1_000);
  const { callId, facts } = reserve(randomUUID(), key);
  const { outcome } = await world.one(accountId, {
    kind: 'reserveAndCharge',
    callId,
    facts,
    resultRef: `result-${callId}`,
    subject: about,
  });
  expect(outcome).toMatchObject({ kind: 'charged' });
  return callId;
}
const list = (accountId: string, asked: { search?: string; cursor?: string; limit?: number } = {}) =>
  summaries.listSummaries({ accountId, search: '', cursor: '', limit: 100, ...asked });
const titles = async (accountId: string, search = '') =>
  (await list(accountId, { search })).summaries.map((one) => one.subject?.title);
const find = (accountId: string, callId: string) => summaries.findSummary({ accountId, callId });
const hide = (accountId: string, callId: string) => summaries.hideSummary({ accountId, callId });
const notFound = expect.objectContaining<Partial<DomainError>>({ kind: 'not_found', code: 'summary_not_found' });

/** An account with more than Free's three videos. */
async function customer(): Promise<string> {
  const accountId = randomUUID();
  await world.database.query(`INSERT INTO quota_accounts (account_id, timetable) VALUES ($1, $2)`, [
    accountId,
    { freeVideosPerMonth: 100, entries: [] },
  ]);
  return accountId;
}

describe("the list of an account's own summaries (SUM-12)", () => {
  it('shows charged calls, newest first, with the subject of the charge, and null for older calls', async () => {
    const accountId = await customer();
    const old = await charged(accountId, null);
    const newer = await charged(accountId, subject('How locks work'));
    const refunded = await charged(accountId, subject('Refunded'));
    await world.one(accountId, { kind: 'refund', callId: refunded, attempt: 0, reason: 'test' });
    await world.one(accountId, reserve());
    await charged(await customer(), subject('Of somebody else'));
    expect(await list(accountId)).toEqual({
      summaries: [
        {
          callId: newer,
          atMs: START.getTime() + 2_000,
          client: 'curl',
          resultRef: `result-${newer}`,
          subject: subject('How locks work'),
        },
        {
          callId: old,
          atMs: START.getTime() + 1_000,
          client: 'curl',
          resultRef: `result-${old}`,
          subject: undefined,
        },
      ],
      next: '',
    });
  });

  it('is paged with each summary once, although new ones come and the last one of a page is deleted in between', async () => {
    const accountId = await customer();
    const ids: string[] = [];
    for (let made = 0; made < 5; made++) ids.unshift(await charged(accountId, subject(`Video ${made}`)));
    const first = await list(accountId, { limit: 2 });
    await charged(accountId, subject('Newer'));
    await hide(accountId, ids[1]);
    const second = await list(accountId, { limit: 2, cursor: first.next });
    const third = await list(accountId, { limit: 2, cursor: second.next });
    expect([first, second, third].map((page) => page.summaries.map(({ callId }) => callId))).toEqual([
      [ids[0], ids[1]],
      [ids[2], ids[3]],
      [ids[4]],
    ]);
    expect(third.next).toBe('');
  });

  it('is paged also when many were made in one millisecond', async () => {
    const accountId = await customer();
    const made = Array.from({ length: 7 }, () => reserve());
    await world.kinds(
      ...made.map(({ callId, facts }): Parameters<QuotaWorld['kinds']>[0] => [
        accountId,
        { kind: 'reserveAndCharge', callId, facts, resultRef: 'r', subject: subject('At once') },
      ]),
    );
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await list(accountId, { limit: 2, cursor });
      seen.push(...page.summaries.map(({ callId }) => callId));
      cursor = page.next;
    } while (cursor !== '');
    expect(seen.sort()).toEqual(made.map(({ callId }) => callId).sort());
  });

  it('is searched for a part of a title in any case, in which no character is a wildcard', async () => {
    const accountId = await customer();
    for (const title of ['100% wool', '100 sheep', 'snake_case', 'snakeXcase', 'Öl und Wasser', 'C:\\temp'])
      await charged(accountId, subject(title));
    await charged(accountId, null);
    expect(await titles(accountId, '100%')).toEqual(['100% wool']);
    expect(await titles(accountId, '%')).toEqual(['100% wool']);
    expect(await titles(accountId, 'e_c')).toEqual(['snake_case']);
    expect(await titles(accountId, '\\')).toEqual(['C:\\temp']);
    expect(await titles(accountId, 'öL UND')).toEqual(['Öl und Wasser']);
    expect(await titles(accountId, 'o\u0308l')).toEqual(['Öl und Wasser']);
    expect(await titles(accountId, "' OR true --")).toEqual([]);
    expect((await list(accountId)).summaries).toHaveLength(7);
  });

  it('refuses a malformed cursor, and a search text that no database accepts', async () => {
    for (const cursor of ['x', '_'.repeat(32)])
      await expect(list(randomUUID(), { cursor })).rejects.toMatchObject({ kind: 'invalid', code: 'cursor_invalid' });
    await expect(list(randomUUID(), { search: '\0' })).rejects.toMatchObject({ code: 'search_invalid' });
  });
});

describe('a summary of the list', () => {
  it('is found only by its own account: a foreign, an unknown and an unreadable id give the same answer', async () => {
    const accountId = await customer();
    const callId = await charged(accountId, subject('Mine'));
    expect((await find(accountId, callId)).summary).toMatchObject({ callId, resultRef: `result-${callId}` });
    const stranger = await customer();
    for (const [who, id] of [
      [stranger, callId],
      [accountId, randomUUID()],
      [accountId, 'no-id'],
    ]) {
      await expect(find(who, id)).rejects.toEqual(notFound);
      await expect(hide(who, id)).rejects.toEqual(notFound);
    }
    expect((await find(accountId, callId)).summary).toBeDefined();
  });

  it('is removed from every column with its subject when it is deleted, and its call still counts', async () => {
    const accountId = await customer();
    const kept = await charged(accountId, subject('Kept'));
    const callId = await charged(accountId, subject('Deleted'));
    await hide(accountId, callId);
    expect(await titles(accountId)).toEqual(['Kept']);
    await expect(find(accountId, callId)).rejects.toEqual(notFound);
    await expect(hide(accountId, callId)).rejects.toEqual(notFound);
    expect((await find(accountId, kept)).summary).toBeDefined();
    expect(await world.counters(accountId)).toEqual({ used: 2, reserved: 0 });
    const [row] = await world.database.query('SELECT * FROM metered_calls WHERE call_id = $1', [callId]);
    expect(row).toMatchObject({
      state: 'charged',
      result_ref: null,
      video_id: null,
      title: null,
      hidden_at: world.now,
    });
  });

  it('is deleted once by many simultaneous calls', async () => {
    const accountId = await customer();
    const callId = await charged(accountId, subject('Once'));
    const all = await Promise.allSettled(Array.from({ length: 5 }, () => hide(accountId, callId)));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await world.counters(accountId)).toEqual({ used: 1, reserved: 0 });
    expect(await world.toldHidden(accountId)).toEqual([`result-${callId}`]);
  });

  it('is announced as hidden, once, when it is deleted, refunded, or arrives after its call was released; no other is (SUM-24)', async () => {
    const accountId = await customer();
    const [kept, deleted, refunded] = [
      await charged(accountId, subject('Kept')),
      await charged(accountId, subject('Deleted')),
      await charged(accountId, subject('Refunded')),
    ];
    const late = reserve();
    const inTime = reserve();
    for (const one of [late, inTime]) await world.one(accountId, one);
    await world.one(accountId, release(late.callId));
    expect(await world.toldHidden(accountId)).toEqual([]);
    await hide(accountId, deleted);
    for (const _ of [1, 2])
      await world.one(accountId, { kind: 'refund', callId: refunded, attempt: 0, reason: 'test' });
    // Each read of a cancelled job charges it again like this.
    for (const _ of [1, 2, 3]) await world.one(accountId, charge(late.callId));
    for (const _ of [1, 2]) await world.one(accountId, charge(inTime.callId));
    expect(await world.toldHidden(accountId)).toEqual([deleted, refunded, late.callId].map((id) => `result-${id}`));
    expect((await list(accountId)).summaries.map(({ callId }) => callId).sort()).toEqual([kept, inTime.callId].sort());
  });

  it('is not deleted when it cannot be announced as hidden', async () => {
    const accountId = await customer();
    const callId = await charged(accountId, subject('Both'));
    await world.database.query('ALTER TABLE outbox ADD CONSTRAINT closed CHECK (type <> $$summary-hidden$$) NOT VALID');
    await expect(hide(accountId, callId)).rejects.toThrow('closed');
    await world.database.query('ALTER TABLE outbox DROP CONSTRAINT closed');
    expect(await titles(accountId)).toEqual(['Both']);
    await hide(accountId, callId);
    expect(await world.toldHidden(accountId)).toEqual([`result-${callId}`]);
  });

  it('creates no row for an account without calls when it is deleted', async () => {
    const accountId = randomUUID();
    await expect(hide(accountId, randomUUID())).rejects.toEqual(notFound);
    expect(await world.database.query('SELECT FROM quota_accounts WHERE account_id = $1', [accountId])).toEqual([]);
  });

  it('is on the list again after a refund and a repeat under its key, although it was deleted before', async () => {
    const accountId = await customer();
    const callId = await charged(accountId, subject('First'), 'again');
    await hide(accountId, callId);
    await world.one(accountId, { kind: 'refund', callId, attempt: 0, reason: 'test' });
    await charged(accountId, subject('Second'), 'again');
    expect(await titles(accountId)).toEqual(['Second']);
    const rows = await world.database.query('SELECT hidden_at FROM metered_calls WHERE account_id = $1', [accountId]);
    expect(rows).toEqual([{ hidden_at: null }]);
  });

  it('may be read for 30 days after the call and not a moment longer, and then its call no longer names it (DATA-4)', async () => {
    const accountId = await customer();
    world.now = new Date('2027-01-30T12:00:00Z');
    const callId = await charged(accountId, subject('Across February'));
    later(30 * DAY_MS - 1);
    await forget.execute();
    expect(await titles(accountId)).toEqual(['Across February']);
    expect((await find(accountId, callId)).summary).toBeDefined();
    later(1);
    expect(await titles(accountId)).toEqual([]);
    await expect(find(accountId, callId)).rejects.toEqual(notFound);
    await expect(hide(accountId, callId)).rejects.toEqual(notFound);
    expect(await forget.execute()).toBeGreaterThan(0);
    expect(await forget.execute()).toBe(0);
    const [row] = await world.database.query('SELECT * FROM metered_calls WHERE call_id = $1', [callId]);
    expect(row).toMatchObject({
      state: 'charged',
      client: 'curl',
      result_ref: null,
      video_id: null,
      title: null,
      summary_type: null,
      duration_seconds: null,
    });
    expect(await world.counters(accountId)).toEqual({ used: 1, reserved: 0 });
  });
});
