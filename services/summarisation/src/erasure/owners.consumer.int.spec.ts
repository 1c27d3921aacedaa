import type { Bus } from '@precis/events/bus';
import { openEmbeddedBus } from '@precis/events/embedded/embedded-bus';
import { busDatabase } from '@precis/events/fixture/bus-database';
import { UserDeleted } from '@precis/proto/events/auth/v1/user';
import { SummaryFailed } from '@precis/proto/events/summarisation/v1/summary';
import { SummaryHidden } from '@precis/proto/events/usage/v1/summary';
import { eventually } from '@precis/testing/eventually';
import { migratedDatabase } from '@precis/testing/migrated-database';
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { openDatabase } from '../database.js';
import { RunningSummarisation, silent } from '../testing/running-summarisation.js';

const closers: (() => Promise<unknown>)[] = [];
let bus: Bus;
let database: DataSource;
let running: RunningSummarisation;
beforeAll(async () => {
  const [own, log] = [await migratedDatabase('summarisation', openDatabase), await busDatabase()];
  closers.push(own.drop, log.drop);
  bus = await openEmbeddedBus({ url: log.url, logger: silent });
  closers.push(() => bus.close());
  database = await openDatabase(own.url);
  closers.push(() => database.destroy());
  running = await RunningSummarisation.start(own.url, bus);
  closers.push(() => running.close());
});
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

const SEGMENTS = JSON.stringify(
  ['The zanzibarquux pump lifts water.', 'Two engineers built it here.', 'A motor turns the big wheel.'].map(
    (text, at) => ({ startSeconds: at * 5, text }),
  ),
);
/** Stores a result of a transcript that the account supplied; returns its reference. */
async function supplied(accountId: string): Promise<string> {
  const { result } = await running.as('gateway').summarise({
    videoId: '',
    parameters: undefined,
    accountId,
    transcript: { title: '', body: { $case: 'segments', value: Buffer.from(SEGMENTS) } },
  });
  return result!.resultRef;
}
/** Stores a result of a video, which is therefore shared. */
async function shared(accountId: string): Promise<string> {
  const { result } = await running
    .as('gateway')
    .summarise({ videoId: 'precisDemo1', parameters: undefined, accountId });
  return result!.resultRef;
}

/** Delivers the event as published, and resolves when it was handled. */
async function handled(topic: string, type: string, key: string, value: Uint8Array, eventId: string) {
  const headers = {
    'event-id': eventId,
    type,
    'occurred-at': new Date().toISOString(),
    producer: 'test',
    'correlation-id': 'test',
  };
  await bus.publish([{ topic, key, value: Buffer.from(value), headers }]);
  const done = `SELECT FROM consumed_events WHERE event_id = $1 AND state = 'done'`;
  await eventually('the event is handled', async () => (await database.query(done, [eventId])).length === 1);
}
const hidden = (userId: string, resultRef: string, eventId: string = randomUUIDv7()) =>
  handled('usage.summary.v1', 'summary-hidden', userId, SummaryHidden.encode({ userId, resultRef }).finish(), eventId);
const deleted = (userId: string, eventId: string = randomUUIDv7()) =>
  handled('auth.user.v1', 'user-deleted', userId, UserDeleted.encode({ userId }).finish(), eventId);
/** How many rows of each table are about this result. */
const rowsOf = async (resultRef: string) => {
  const tables = ['results', 'result_evidence', 'result_owners'];
  const counts = tables.map((table) => `(SELECT count(*)::int FROM ${table} WHERE result_ref = $1) AS ${table}`);
  const [row] = await database.query<Record<string, number>[]>(`SELECT ${counts.join(', ')}`, [resultRef]);
  return Object.values(row);
};
const WHOLE = [1, 1, 1];
const GONE = [0, 0, 0];

describe('a result of a supplied transcript (SUM-24)', () => {
  it('has one owner, goes with what it rests on when that account hides it, and no other result goes with it', async () => {
    const [owner, stranger] = [randomUUID(), randomUUID()];
    const refs = [await supplied(owner), await supplied(owner), await supplied(stranger)];
    expect(await Promise.all(refs.map(rowsOf))).toEqual([WHOLE, WHOLE, WHOLE]);
    await hidden(owner, refs[0]);
    expect(await Promise.all(refs.map(rowsOf))).toEqual([GONE, WHOLE, WHOLE]);
    await expect(running.as('gateway').getResult({ resultRef: refs[0] })).rejects.toMatchObject({
      code: 'result_gone',
    });
    await hidden(owner, refs[0]);
    await hidden(stranger, refs[1]);
    for (const nothing of ['', 'no-ref', randomUUID()]) await hidden(owner, nothing);
    expect(await Promise.all(refs.map(rowsOf))).toEqual([GONE, WHOLE, WHOLE]);
  });

  it('goes when its account is erased, also by an event that comes twice, and those of others stay', async () => {
    const [owner, stranger] = [randomUUID(), randomUUID()];
    const refs = [await supplied(owner), await supplied(owner), await supplied(stranger)];
    const eventId = randomUUIDv7();
    await deleted(owner, eventId);
    await deleted(owner, eventId);
    expect(await Promise.all(refs.map(rowsOf))).toEqual([GONE, GONE, WHOLE]);
    const [{ found }] = await database.query(
      `SELECT count(*)::int AS found FROM results r LEFT JOIN result_evidence e USING (result_ref)
       WHERE r.result_ref = ANY($1) AND (r::text LIKE '%zanzibarquux%' OR e::text LIKE '%zanzibarquux%')`,
      [refs.slice(0, 2)],
    );
    expect(found).toBe(0);
  });

  it('that a copy of the previous release stored without an owner is deleted when it is hidden', async () => {
    const owner = randomUUID();
    const ref = await supplied(owner);
    await database.query('DELETE FROM result_owners WHERE result_ref = $1', [ref]);
    await hidden(owner, ref);
    expect(await rowsOf(ref)).toEqual(GONE);
  });
});

describe('a result of a video', () => {
  it('has no owner: it stays when one of its readers hides it or is erased', async () => {
    const account = randomUUID();
    const ref = await shared(account);
    await hidden(account, ref);
    await deleted(account);
    expect(await rowsOf(ref)).toEqual([1, 1, 0]);
  });
});

describe('the jobs of an erased account (DATA-13)', () => {
  it('are deleted, and an unfinished one gives its unit back', async () => {
    const [owner, stranger] = [randomUUID(), randomUUID()];
    const row = (callId: string, accountId: string, state: string) =>
      database.query(
        `INSERT INTO jobs (call_id, account_id, attempt, video_id, parameters, correlation_id, state, due_at, created_at, finished_at, error_code, error_message)
         VALUES ($1, $2, 1, 'aaaaaaaaaaa', $3, 'c', $4, now() + interval '1 hour', now(), $5, $6, $6)`,
        state === 'queued'
          ? [callId, accountId, { length: 'auto', prompt: 'canary' }, state, null, null]
          : [callId, accountId, null, state, new Date(), 'code'],
      );
    const [open, ended, other] = [randomUUID(), randomUUID(), randomUUID()];
    await row(open, owner, 'queued');
    await row(ended, owner, 'failed');
    await row(other, stranger, 'queued');
    await deleted(owner);
    const left = await database.query('SELECT call_id FROM jobs WHERE call_id = ANY($1)', [[open, ended, other]]);
    expect(left).toEqual([{ call_id: other }]);
    const told = await database.query<{ payload: Buffer }[]>(
      `SELECT payload FROM outbox WHERE type = 'summary-failed' AND key = $1`,
      [owner],
    );
    expect(told.map(({ payload }) => SummaryFailed.decode(payload))).toEqual([
      expect.objectContaining({ job: expect.objectContaining({ accountId: owner, callId: open, attempt: 1 }) }),
    ]);
  });
});
