import { inTransaction, openDatabase } from '@precis/runtime/database';
import { toGrpcError } from '@precis/runtime/grpc-errors';
import { eventually } from '@precis/testing/eventually';
import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { EVENT_MIGRATIONS } from '../schema/event-migrations.js';
import { type EventFixture, openEventFixture, TOPIC } from '../fixture/event-fixture.js';
import { addToOutbox } from './outbox.js';

const POOL = 4;
let fixture: EventFixture;
let pool: DataSource;
beforeEach(async () => {
  fixture = await openEventFixture();
  pool = await openDatabase({ url: fixture.service.url, migrations: EVENT_MIGRATIONS, poolSize: POOL });
});
afterEach(async () => {
  await pool.destroy();
  await fixture.close();
});

const announce = (database: DataSource, key: string, hold?: () => Promise<void>) =>
  inTransaction(database, async (manager) => {
    await addToOutbox(manager, { topic: TOPIC, key, type: 'user-registered', payload: Buffer.of() });
    await hold?.();
  });

it('an event with an id of its own is in the outbox once, however often its fact is announced', async () => {
  const eventId = randomUUID();
  for (const _ of [1, 2])
    await inTransaction(fixture.database, (manager) =>
      addToOutbox(
        manager,
        { topic: TOPIC, key: 'k', type: 'user-registered', payload: Buffer.of(), eventId },
        { topic: TOPIC, key: 'k', type: 'user-registered', payload: Buffer.of() },
      ),
    );
  const ids = (await fixture.database.query('SELECT event_id AS id FROM outbox')) as { id: string }[];
  expect(ids).toHaveLength(3);
  expect(ids.filter(({ id }) => id === eventId)).toHaveLength(1);
});

describe('a commit that stalls', () => {
  it('does not use up the pool: other keys are announced beside the waiters for its key, and these after its end', async () => {
    const [stalled, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const stalling = announce(fixture.database, 'stalled', () => (begun.resolve(), stalled.promise));
    await begun.promise;
    const waiting = Array.from({ length: 2 * POOL }, () => announce(pool, 'stalled'));
    await eventually('a full pool', async () => {
      const [{ waits }] = await fixture.database.query(
        `SELECT count(*)::int AS waits FROM pg_locks WHERE locktype = 'advisory' AND classid = 7210003 AND NOT granted`,
      );
      return waits > 0;
    });
    await Promise.all(Array.from({ length: POOL }, (_, i) => announce(pool, `other-${i}`)));
    stalled.resolve();
    await Promise.all([stalling, ...waiting]);
    const keys = (await fixture.database.query('SELECT key FROM outbox ORDER BY key')).map(
      (row: { key: string }) => row.key,
    );
    const ofStalled = Array.from({ length: 1 + 2 * POOL }, () => 'stalled');
    expect(keys).toEqual([...Array.from({ length: POOL }, (_, i) => `other-${i}`), ...ofStalled]);
  }, 60_000);

  it('that lasts ends its waiters with an error that a caller may retry, before most callers give up', async () => {
    const [stalled, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const stalling = announce(fixture.database, 'stalled', () => (begun.resolve(), stalled.promise));
    await begun.promise;
    let attempts = 0;
    const waiter = inTransaction(pool, async (manager) => {
      attempts += 1;
      await addToOutbox(manager, { topic: TOPIC, key: 'stalled', type: 'user-registered', payload: Buffer.of() });
    });
    const end = await waiter.catch((error: unknown) => error);
    stalled.resolve();
    await stalling;
    expect(toGrpcError(end)).toMatchObject({ code: 14 });
    // Each waits a second, and a fourth one would begin after more than 2.5 s.
    expect(attempts).toBeLessThanOrEqual(3);
  });

  it('is one of the conflicts after which a step has up to five attempts', async () => {
    let attempts = 0;
    const step = inTransaction(pool, (manager) => {
      attempts += 1;
      return manager.query('DO $$ BEGIN RAISE lock_not_available; END $$');
    });
    expect(toGrpcError(await step.catch((error: unknown) => error))).toMatchObject({ code: 14 });
    expect(attempts).toBe(5);
  });
});
