import { inTransaction } from '@precis/runtime/database';
import { eventually } from '@precis/testing/eventually';
import { Registry } from 'prom-client';
import { TOPICS } from './catalogue/topics.js';
import { effectReaction, eventMessage, GROUP, idOf } from './fixture/event-fixture.js';
import { openOutboxFixture, type OutboxFixture } from './fixture/outbox-fixture.js';
import { touchedBlocks } from './fixture/touched-blocks.js';
import { BATCH, DAY_MS, type DeleteBatch, type Forgetting, deleteExpired } from './forgetting.js';
import { CONSUMED_MARGIN_MS, deleteConsumed } from './inbox/forget-consumed.js';
import { deletePublished, OUTBOX_MARGIN_MS } from './outbox/forget-published.js';
import { replayEvents, skipEvents } from './operator/dead-events.js';
import { addToOutbox } from './outbox/outbox.js';

const [PASSING, FOR_EVER] = ['auth.api-key.v1', 'auth.user.v1'];
const RETENTION_MS = TOPICS.find(({ name }) => name === PASSING)!.retentionMs!;
const [MINUTE_MS, YEAR_MS] = [60_000, 365 * DAY_MS];

describe('retention of outbox and inbox rows', () => {
  let fixture: OutboxFixture;
  beforeEach(async () => {
    fixture = await openOutboxFixture();
  });
  afterEach(() => fixture.close());

  const turn = (deleteBatch: DeleteBatch, marginMs: number, more: Partial<Forgetting> = {}) =>
    deleteExpired({
      deleteBatch,
      marginMs,
      logger: fixture.logger,
      signal: new AbortController().signal,
      ...more,
    });
  const forgetOutbox = (more?: Partial<Forgetting>) => turn(deletePublished(fixture.database), OUTBOX_MARGIN_MS, more);
  const forgetInbox = () => turn(deleteConsumed(fixture.database), CONSUMED_MARGIN_MS);

  /** Adds rows of one kind, written and published this long ago; null: not published. */
  const outbox = (topic: string, key: string, publishedMsAgo: number | null, count = 1) =>
    fixture.database.query(
      `INSERT INTO outbox (event_id, topic, lane, key, type, payload, occurred_at, correlation_id, created_at, published_at)
       SELECT gen_random_uuid(), $1, 0, $2, 'made', '', now(), 'c', now() - interval '5 years', now() - $3::float8 * interval '1 millisecond'
       FROM generate_series(1, $4::int)`,
      [topic, key, publishedMsAgo, count],
    );
  const inbox = (topic: string, key: string, state: string, msAgo: number, count = 1) =>
    fixture.database.query(
      `INSERT INTO consumed_events (consumer_group, event_id, topic, partition, "offset", key, type, state, consumed_at)
       SELECT 'g', gen_random_uuid(), $1, 0, n, $2, 'made', $3, now() - $4::float8 * interval '1 millisecond' FROM generate_series(1, $5::int) AS n`,
      [topic, key, state, msAgo, count],
    );
  const keysOf = async (table: string): Promise<string[]> =>
    (await fixture.database.query(`SELECT DISTINCT key FROM ${table} ORDER BY key`)).map(
      (row: { key: string }) => row.key,
    );
  const count = async (table: string): Promise<number> =>
    (await fixture.database.query(`SELECT count(*)::int AS n FROM ${table}`))[0].n;

  it('deletes published events past the retention of their topic, and no other', async () => {
    const limitMs = RETENTION_MS + OUTBOX_MARGIN_MS;
    await outbox(PASSING, 'behind', limitMs + MINUTE_MS);
    await outbox(PASSING, 'before', limitMs - MINUTE_MS);
    await outbox(PASSING, 'unpublished', null);
    await outbox(FOR_EVER, 'kept for ever', 5 * YEAR_MS);
    await outbox('retired.topic.v1', 'of no declared topic', 5 * YEAR_MS);
    expect(await forgetOutbox()).toBe(1);
    expect(await keysOf('outbox')).toEqual(['before', 'kept for ever', 'of no declared topic', 'unpublished']);
  });

  it('deletes rows of handled events past it, and no parked or dead ones of any age', async () => {
    const limitMs = RETENTION_MS + CONSUMED_MARGIN_MS;
    await inbox(PASSING, 'behind', 'done', limitMs + MINUTE_MS);
    await inbox(PASSING, 'before', 'done', limitMs - MINUTE_MS);
    await inbox(PASSING, 'parked', 'parked', 5 * YEAR_MS);
    await inbox(PASSING, 'dead', 'dead', 5 * YEAR_MS);
    await inbox(FOR_EVER, 'kept for ever', 'done', 5 * YEAR_MS);
    expect(await forgetInbox()).toBe(1);
    expect(await keysOf('consumed_events')).toEqual(['before', 'dead', 'kept for ever', 'parked']);
  });

  it('keeps the row of an event as long as the outbox from which it can be published again, and a week more', () => {
    expect(CONSUMED_MARGIN_MS).toBeGreaterThan(OUTBOX_MARGIN_MS + 7 * DAY_MS);
  });

  it('deletes nothing early when the clock of the database is ahead', async () => {
    await outbox(PASSING, 'young', 60 * DAY_MS);
    await inbox(PASSING, 'young', 'done', 60 * DAY_MS);
    const atThatTime = () => new Date(Date.now() - 60 * DAY_MS);
    expect(await turn(deletePublished(fixture.database, atThatTime), OUTBOX_MARGIN_MS)).toBe(0);
    expect(await turn(deleteConsumed(fixture.database, atThatTime), CONSUMED_MARGIN_MS)).toBe(0);
    expect([await forgetOutbox(), await forgetInbox()]).toEqual([1, 1]);
  });

  it('keeps the row of a redelivered event from that delivery on', async () => {
    const event = { ...eventMessage('u1', 'once'), topic: PASSING };
    await fixture.consume([{ ...effectReaction(), topic: PASSING }]);
    await fixture.bus.publish([event]);
    await eventually('handled', async () => (await fixture.effects()).length === 1);
    const age = `UPDATE consumed_events SET consumed_at = now() - interval '5 years'`;
    await fixture.database.query(age);
    await fixture.bus.publish([event, { ...eventMessage('u1', 'next'), topic: PASSING }]);
    await eventually('next', async () => (await fixture.effects()).includes('next'));
    expect(await forgetInbox()).toBe(0);
    expect(await fixture.consumed(idOf(event))).toMatchObject({ state: 'done' });
    await fixture.database.query(age);
    expect(await forgetInbox()).toBe(2);
    expect(await fixture.effects()).toEqual(['once', 'next']);
  });

  it('keeps it also when an earlier event of the key waits: that delivery does not run the handler either', async () => {
    const event = { ...eventMessage('u1', 'once'), topic: PASSING };
    await fixture.consume([{ ...effectReaction(), topic: PASSING }]);
    await fixture.bus.publish([event]);
    await eventually('handled', async () => (await fixture.effects()).length === 1);
    await fixture.database.query(`UPDATE consumed_events SET consumed_at = now() - interval '5 years'`);
    await inbox(PASSING, 'u1', 'dead', 0);
    await fixture.database.query('UPDATE consumed_events SET consumer_group = $1', [GROUP]);
    const next = { ...eventMessage('u2', 'next'), topic: PASSING };
    await fixture.bus.publish([event, next]);
    await eventually('next', async () => (await fixture.effects()).includes('next'));
    expect(await forgetInbox()).toBe(0);
    expect(await fixture.consumed(idOf(event))).toMatchObject({ state: 'done' });
  });

  it('counts from the end of an event that waited, not from its first delivery', async () => {
    const [parked, dead] = [eventMessage('u1', 'parked'), eventMessage('u2', 'dead')].map((event) => ({
      ...event,
      topic: PASSING,
    }));
    let fails = true;
    const reaction = effectReaction(() => {
      if (fails) throw new Error('not yet');
    });
    await fixture.consume([{ ...reaction, topic: PASSING }], { maxAttempts: 1 });
    await fixture.bus.publish([parked, dead]);
    await eventually('both dead', async () => (await fixture.consumed(idOf(dead)))?.state === 'dead');
    await fixture.database.query(`UPDATE consumed_events SET consumed_at = now() - interval '5 years'`);
    fails = false;
    await replayEvents(fixture.database, { eventId: idOf(parked) });
    await skipEvents(fixture.database, { eventId: idOf(dead) });
    await eventually('done', async () => (await fixture.consumed(idOf(parked)))?.state === 'done');
    expect(await forgetInbox()).toBe(0);
    expect(await fixture.consumed(idOf(dead))).toMatchObject({ state: 'done' });
  });

  it('is bounded: 100 batches of a topic per run, each in a separate transaction; the next run continues', async () => {
    await outbox(PASSING, 'behind', YEAR_MS, 100 * BATCH + 1);
    const sizes: number[] = [];
    expect(await forgetOutbox({ forgotten: (topic, rows) => void (topic === PASSING && sizes.push(rows)) })).toBe(
      100 * BATCH,
    );
    expect(sizes).toEqual(Array(100).fill(BATCH));
    expect(await forgetOutbox()).toBe(1);
  }, 120_000);

  it('is safe against a kill between batches, and stops between them with the process', async () => {
    await outbox(PASSING, 'behind', YEAR_MS, 5 * BATCH);
    const stopping = new AbortController();
    await forgetOutbox({ signal: stopping.signal, forgotten: () => stopping.abort() });
    expect(await count('outbox')).toBe(4 * BATCH);
    const whole = deletePublished(fixture.database);
    const killed: DeleteBatch = async (topic, olderThanMs, from) => {
      if (!from) return whole(topic, olderThanMs, from);
      const holder = fixture.database.createQueryRunner();
      await holder.startTransaction();
      await holder.query('LOCK TABLE outbox IN SHARE MODE');
      const batch = whole(topic, olderThanMs, from).catch((error: Error) => error);
      await eventually(
        'the batch is cut off in the middle',
        async () => (await fixture.database.query(CUT_WAITING)).length > 0,
      );
      await holder.rollbackTransaction();
      await holder.release();
      throw (await batch) as Error;
    };
    await expect(turn(killed, OUTBOX_MARGIN_MS)).rejects.toThrow('terminating connection');
    // Postgres announces the end of a connection before it closes it: until then the pool may still hand it out.
    await eventually('the pool has dropped the cut connection', () =>
      count('outbox').then(
        () => true,
        () => false,
      ),
    );
    expect(await count('outbox')).toBe(3 * BATCH);
    expect(await forgetOutbox()).toBe(3 * BATCH);
  }, 60_000);

  it('neither waits nor blocks: a locked row is skipped, two processes share the work, announcing continues', async () => {
    await outbox(PASSING, 'behind', YEAR_MS, 20 * BATCH);
    const holder = fixture.database.createQueryRunner();
    await holder.startTransaction();
    await holder.query('SELECT FROM outbox ORDER BY position LIMIT 10 FOR UPDATE');
    let announced = 0;
    const turns = Promise.all([forgetOutbox(), forgetOutbox()]);
    let over = false;
    void turns.finally(() => (over = true));
    while (!over) {
      await inTransaction(fixture.database, async (manager) => {
        await manager.query(`SET LOCAL lock_timeout = '2s'`);
        await addToOutbox(manager, { topic: PASSING, key: `u${announced % 5}`, type: 'made', payload: Buffer.of() });
      });
      announced++;
    }
    expect((await turns).reduce((sum, rows) => sum + rows)).toBe(20 * BATCH - 10);
    await holder.rollbackTransaction();
    await holder.release();
    expect(await forgetOutbox()).toBe(10);
    expect(await count('outbox')).toBe(announced);
  }, 60_000);

  it('finds expired rows by an index, for every topic with a retention, with any number of other rows', async () => {
    await outbox(FOR_EVER, 'kept', YEAR_MS, 50_000);
    await inbox(FOR_EVER, 'kept', 'done', YEAR_MS, 50_000);
    const passing = TOPICS.filter(({ retentionMs }) => retentionMs !== undefined);
    for (const { name } of passing) {
      await outbox(name, 'young', 0, 2_000);
      await inbox(name, 'young', 'done', 0, 2_000);
      await outbox(name, 'behind', YEAR_MS, 3);
      await inbox(name, 'behind', 'done', YEAR_MS, 3);
    }
    await fixture.database.query('ANALYZE outbox, consumed_events');
    for (const look of [forgetOutbox, forgetInbox]) {
      let deleted = 0;
      // The measurement runs it once more, when nothing is left.
      const blocks = await touchedBlocks(fixture.database, async () => void (deleted = await look()));
      expect(deleted).toBe(3 * passing.length);
      expect(blocks).toBeLessThan(20 * passing.length);
    }
  }, 60_000);

  it('is done by the relay and by the runner, and shown in their metrics', async () => {
    await outbox(PASSING, 'behind', YEAR_MS, 2);
    await inbox(PASSING, 'behind', 'done', YEAR_MS, 3);
    const metrics = new Registry();
    const relay = fixture.relay(fixture.bus, { metrics, forgetEveryMs: 50 });
    const runner = await fixture.consume([effectReaction()], { metrics, forgetEveryMs: 50 });
    await eventually('both are empty', async () => (await count('outbox')) + (await count('consumed_events')) === 0);
    await Promise.all([relay.stop(), runner.stop()]);
    const told = await metrics.metrics();
    expect(told).toContain(`precis_outbox_forgotten_rows_total{topic="${PASSING}"} 2\n`);
    expect(told).toContain(`precis_events_forgotten_rows_total{topic="${PASSING}"} 3\n`);
  });
});

const CUT_WAITING = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
